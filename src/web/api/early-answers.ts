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

type Arrived = { response: Response; body: unknown }

/** The answers that are here in full. */
const arrived = new WeakMap<Promise<Response>, Arrived>()

/**
 * Resolves once the early answers are here in full, and at most `ms` later: a screen that begins with them is rendered
 * once, not first as its skeleton. Refusals and failures are left to the calls that take them.
 */
export async function earlyAnswersArrived(ms: number): Promise<void> {
  const answers = Object.values(globalThis.earlyAnswers?.answers ?? {}).filter(
    (answer) => answer !== undefined,
  )
  if (answers.length === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([late, Promise.allSettled(answers.map(readInFull))])
  clearTimeout(timer)
}

async function readInFull(answer: Promise<Response>): Promise<void> {
  const response = await answer
  if (!response.ok || response.bodyUsed || arrived.has(answer)) return
  const body: unknown = await response.clone().json()
  arrived.set(answer, { response, body })
}

/** The same as `takeEarlyAnswer`, at once, if the answer is here in full. */
export function takeArrivedAnswer(url: string, token: string | null): Arrived | undefined {
  const answer = globalThis.earlyAnswers?.answers[url]
  const whole = answer && arrived.get(answer)
  return whole && takeEarlyAnswer(url, token) && whole
}

/** Drops what has not been taken: it may no longer be true. An answer that nobody reads would hold its connection. */
export function forgetEarlyAnswers(): void {
  const { answers = {} } = globalThis.earlyAnswers ?? {}
  globalThis.earlyAnswers = undefined
  for (const answer of Object.values(answers)) {
    void answer?.then((unread) => unread.body?.cancel()).catch(() => undefined)
  }
}
