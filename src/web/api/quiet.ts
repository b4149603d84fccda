// When the page has what the person is waiting for, so that what only comes in handy later may take the line.

/** At the latest, on a page that never comes to rest. */
const LATEST_MS = 10_000

const underWay = new Set<Promise<unknown>>()

/** When the last of what waits may begin: all at once would keep a phone from answering a tap for a noticeable time. */
let turn: Promise<unknown> = Promise.resolve()

/** Counts a call as under way until it is answered, or has failed. */
export function untilAnswered<T>(answer: Promise<T>): Promise<T> {
  underWay.add(answer)
  const done = () => underWay.delete(answer)
  answer.then(done, done)
  return answer
}

/**
 * Does something once the opened page has loaded, no call is under way, the reads that its first script has sent
 * included, and nothing else is going on; one thing after another. Returns how to give that up.
 */
export function whenQuiet(begin: () => void): () => void {
  let givenUp = false
  const late = performance.now() + LATEST_MS
  for (const answer of Object.values(globalThis.earlyAnswers?.answers ?? {})) {
    if (answer) void untilAnswered(answer)
  }
  // A file or a call that takes this long is not what the rest waits for.
  const atMost = (wanted: Promise<unknown>) => Promise.race([wanted, pause(late - performance.now())])
  const look = async () => {
    await atMost(loaded())
    await atMost(atRest())
    while (underWay.size > 0 && performance.now() < late) {
      await atMost(Promise.allSettled(underWay))
      await atMost(atRest())
    }
    turn = turn.then(() => pause(0))
    await turn
    if (!givenUp) begin()
  }
  void look()
  return () => {
    givenUp = true
  }
}

/** The page with all that its first script has asked for. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }))
}

/** What was rendered last is on the screen, and nothing else is to be done. */
async function atRest(): Promise<void> {
  await idle()
  await painted()
  await idle()
}

/** No frame is drawn for a tab that nobody looks at: `visibilityState` tells, and `whenQuiet` has an end anyway. */
function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200)
    else requestIdleCallback(() => resolve(), { timeout: 1_000 })
  })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** Resolves in another task: what a person does meanwhile is answered first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
