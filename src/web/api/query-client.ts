import { QueryClient, notifyManager } from '@tanstack/react-query'
import { ApiFailure, isPassing } from './failure.ts'
import { type Route, type Subject, madeOldBy } from './invalidation.ts'
import { provideQueryCache } from './query-cache.ts'

// Screens learn what changed before the browser draws again. With the library's default, a timer, a tick that is shown
// at once would be taken back by React for a moment: its field follows the cache, which would change one task later.
notifyManager.setScheduler(queueMicrotask)

/** `queryKey('session', 'list', coachId)`: the subject, then whatever tells one query from another. */
export const queryKey = (subject: Subject, ...rest: readonly unknown[]) => [subject, ...rest] as const

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Offline a query fails and says so, instead of waiting behind its skeleton.
      networkMode: 'always',
      // Not the library's default in this mode: what failed without a network is asked again once there is one.
      refetchOnReconnect: true,
      // Without a network there is nothing to wait for: the screen says so at once.
      retry: (failures, error) => failures < 2 && isPassing(error) && navigator.onLine !== false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** The first part of the key of mutations that show their change before the server has answered. */
export const AT_ONCE = 'atOnce'

/**
 * Marks everything about these subjects as old; what is on screen is fetched again. Only for what no call and no event
 * has changed, as by a button that asks again: what a call makes old is in the table of invalidation.ts.
 */
export async function refresh(...subjects: readonly Subject[]): Promise<void> {
  await Promise.all(subjects.map((subject) => queryClient.invalidateQueries({ queryKey: [subject] })))
}

/** What is old and not yet fetched again: subjects, or everything. */
const waiting = new Set<Subject | 'everything'>()

/** A call has been answered, or refused: what it makes old is fetched again. Nothing waits for that. */
function callSettled(route: Route, failure?: unknown): void {
  refreshSoon(failure === undefined || saysScreenIsOld(failure) ? madeOldBy(route) : [])
}

/**
 * Fetches again what is on screen about these subjects. While changes are shown that the server has not answered yet,
 * that waits for the last of them to end: an answer from between two changes would take the later one back for a moment.
 */
function refreshSoon(subjects: readonly (Subject | 'everything')[]): void {
  for (const subject of subjects) waiting.add(subject)
  refreshWaiting()
}

function refreshWaiting(): void {
  if (waiting.size === 0 || queryClient.isMutating({ mutationKey: [AT_ONCE] }) > 0) return
  const subjects = [...waiting]
  waiting.clear()
  const named = subjects.filter((subject) => subject !== 'everything')
  void (named.length < subjects.length ? queryClient.invalidateQueries() : refresh(...named))
}

// The last call to be answered is not the last change to end: several may be answered before any of them ends.
queryClient.getMutationCache().subscribe(refreshWaiting)

provideQueryCache({
  callSettled,
  refresh: (...subjects) => refreshSoon(subjects),
  refreshAll: () => refreshSoon(['everything']),
  clear: () => queryClient.clear(),
})

/**
 * Whether a refusal says that what is on screen may be old: somebody was quicker, or nobody knows whether the change
 * was made. One for the person or the form of the request says nothing about it.
 */
function saysScreenIsOld(failure: unknown): boolean {
  if (!(failure instanceof ApiFailure)) return false
  return !/^(auth|request)\.|^payment\.required$/.test(failure.code)
}

/** Resolves once what is on screen about these subjects has been fetched again; joins what is under way. Never refuses. */
export async function caughtUp(...subjects: readonly Subject[]): Promise<void> {
  await Promise.all(
    subjects.map((subject) =>
      queryClient.invalidateQueries({ queryKey: [subject] }, { cancelRefetch: false }),
    ),
  )
}
