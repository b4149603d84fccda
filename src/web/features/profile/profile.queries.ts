import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'

/** What the signed-in person says of themselves. */
export const profileOf = (userId: string) =>
  queryOptions({
    queryKey: queryKey('profile', userId),
    queryFn: ({ signal }) => call('GET /v1/user/:userId/profile', { params: { userId } }, { signal }),
  })

type ProfileChange = Input<'PUT /v1/user/:userId/profile'>['body']

/** Saves what is given of it. */
export function useSaveProfile(userId: string) {
  return useMutation({
    mutationFn: (body: ProfileChange) => call('PUT /v1/user/:userId/profile', { params: { userId }, body }),
    onSuccess: (profile) => queryClient.setQueryData(profileOf(userId).queryKey, profile),
  })
}
