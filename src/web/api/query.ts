import { QueryClient } from '@tanstack/react-query'
import type { ChangedSubject } from '#contract/events.ts'
import { isPassing } from './failure.ts'

/** What a query is about: the first part of its key. A live event refreshes queries by it (see realtime.ts). */
export type Subject =
  | ChangedSubject
  | 'coach'
  | 'notification'
  | 'message'
  | 'dashboard'
  | 'me'
  | 'country'
  | 'operator'
  | 'signIn'

/** `queryKey('session', 'list', coachId)`: the subject, then whatever tells one query from another. */
export const queryKey = (subject: Subject, ...rest: readonly unknown[]) => [subject, ...rest] as const

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Offline a query fails and says so, instead of waiting behind its skeleton.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * Marks everything about these subjects as old; what is on screen is fetched again. A mutation does not wait for that:
 * until it is over it stays pending, and its own success or failure untold.
 */
export async function refresh(...subjects: readonly Subject[]): Promise<void> {
  await Promise.all(subjects.map((subject) => queryClient.invalidateQueries({ queryKey: [subject] })))
}

/** Resolves once what is on screen about these subjects has been fetched again; joins what is under way. Never refuses. */
export async function caughtUp(...subjects: readonly Subject[]): Promise<void> {
  await Promise.all(
    subjects.map((subject) =>
      queryClient.invalidateQueries({ queryKey: [subject] }, { cancelRefetch: false }),
    ),
  )
}
