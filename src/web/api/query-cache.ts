import { forgetEarlyAnswers } from './early-answers.ts'
import type { Route, Subject } from './invalidation.ts'

/** What calls, the socket and the sign-in need of the query cache. */
type QueryCache = {
  /** A call has been answered, or refused with `failure`: what it makes old is fetched again. */
  callSettled: (route: Route, failure?: unknown) => void
  /** Marks everything about these subjects as old; what is on screen is fetched again. */
  refresh: (...subjects: readonly Subject[]) => void
  /** The same for all subjects. */
  refreshAll: () => void
  /** Forgets everything: the next person must not see it. */
  clear: () => void
}

// The library and the table of what is old come with the first screen that has queries. Before that nothing is cached.
let loaded: QueryCache | undefined

/** Called once by the query client. */
export function provideQueryCache(cache: QueryCache): void {
  loaded = cache
}

/** The query cache for code that a visitor loads, too: it works, and does nothing, without the library. */
export const queryCache: QueryCache = {
  callSettled: (route, failure) => loaded?.callSettled(route, failure),
  refresh: (...subjects) => {
    forgetEarlyAnswers()
    loaded?.refresh(...subjects)
  },
  refreshAll: () => {
    forgetEarlyAnswers()
    loaded?.refreshAll()
  },
  clear: () => loaded?.clear(),
}
