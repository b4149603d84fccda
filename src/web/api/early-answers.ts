/** What the first script of the page has already asked the server for, with which sign-in; by address. */
type EarlyAnswers = { token: string; answers: Record<string, Promise<Response> | undefined> }

declare global {
  /** Set by the first script (scripts/build/boot-plugin.mjs) before any other code of the page has arrived. */
  var earlyAnswers: EarlyAnswers | undefined
}

/** How long after the start of the page its early answers may be used; what asked for them waits no longer either. */
const EARLY_MS = 30_000

/**
 * The answer that was asked for ahead of this code, once; undefined if nothing was asked for at this address with this
 * sign-in, or too long ago. A change, live news and a reconnection make all of them old: they are dropped by
 * `forgetEarlyAnswers`.
 */
export function takeEarlyAnswer(url: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers
  if (early?.token !== token || performance.now() >= EARLY_MS) return undefined
  const answer = early.answers[url]
  delete early.answers[url]
  return answer
}

/** Drops what has not been taken: it may no longer be true. An answer that nobody reads would hold its connection. */
export function forgetEarlyAnswers(): void {
  const { answers = {} } = globalThis.earlyAnswers ?? {}
  globalThis.earlyAnswers = undefined
  for (const answer of Object.values(answers)) {
    void answer?.then((unread) => unread.body?.cancel()).catch(() => undefined)
  }
}
