import { queryOptions, useMutation, useMutationState } from '@tanstack/react-query'
import type { NewsPreferences, NewsPreferencesPart } from '#contract/account/news-preferences.ts'
import { call } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import { withPart } from './preferences.ts'

/** Through which channels and when the person is told of what. */
export const preferencesOf = (userId: string) =>
  queryOptions({
    queryKey: queryKey('preferences', userId),
    queryFn: async ({ signal }) => {
      const { news } = await call('GET /v1/user/:userId/preferences', { params: { userId } }, { signal })
      return news
    },
  })

const SAVING = ['preferences', 'saving']

/** Saves a change at once. Changes in quick succession are sent one after the other. */
export function useSavePreferences(userId: string) {
  return useMutation({
    mutationKey: SAVING,
    scope: { id: SAVING.join() },
    mutationFn: (news: NewsPreferencesPart) =>
      call('PUT /v1/user/:userId/preferences', { params: { userId }, body: { news } }),
    onSuccess: (_user, news) =>
      queryClient.setQueryData(preferencesOf(userId).queryKey, (known) => known && withPart(known, news)),
  })
}

/** The preferences with what is being saved: a switch answers at once, and goes back if its change is refused. */
export function useShownPreferences(known: NewsPreferences): NewsPreferences {
  const saving = useMutationState({
    filters: { mutationKey: SAVING, status: 'pending' },
    select: ({ state }) => state.variables as NewsPreferencesPart,
  })
  return saving.reduce(withPart, known)
}
