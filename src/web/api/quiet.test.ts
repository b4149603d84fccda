import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilAnswered, whenQuiet } from './quiet.ts'

const page = { readyState: 'complete', visibilityState: 'visible' }
let begin: ReturnType<typeof vi.fn<() => void>>

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(page, { readyState: 'complete', visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', (_: string, heard: () => void) => (arrived = heard))
  vi.stubGlobal('requestIdleCallback', (tell: () => void) => setTimeout(tell, 1))
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  frames = []
  begin = vi.fn()
})
let arrived: () => void
/** What is to be done with the next frames that the browser draws. */
let frames: (() => void)[]

afterEach(async () => {
  // Nothing of a test waits for its turn in the next one.
  if (vi.isFakeTimers()) await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.earlyAnswers = undefined
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The page comes to rest: idle, two frames, idle; and the first that waits has its turn. */
async function rest(): Promise<void> {
  await wait(1)
  for (const _ of ['drawn', 'shown']) {
    for (const draw of frames.splice(0)) draw()
    await wait(0)
  }
  await wait(1)
  await vi.advanceTimersToNextTimerAsync()
}

test('begins as soon as nothing is going on', async () => {
  whenQuiet(begin)
  expect(begin).not.toHaveBeenCalled()
  await rest()
  expect(begin).toHaveBeenCalledOnce()
})

test('what waits begins one after another, so that a tap between is answered', async () => {
  vi.useRealTimers()
  page.visibilityState = 'hidden'
  vi.stubGlobal('requestIdleCallback', setImmediate)
  const done: string[] = []
  const begun = Promise.withResolvers<void>()
  whenQuiet(() => {
    done.push('first')
    setImmediate(() => done.push('tap'))
  })
  whenQuiet(() => {
    done.push('second')
    begun.resolve()
  })
  await begun.promise
  expect(done).toEqual(['first', 'tap', 'second'])
})

test('waits until what was rendered last has been drawn', async () => {
  whenQuiet(begin)
  await wait(1_000)
  expect(begin).not.toHaveBeenCalled()
  await rest()
  expect(begin).toHaveBeenCalledOnce()
})

test('waits for no drawing of a tab that nobody looks at', async () => {
  page.visibilityState = 'hidden'
  whenQuiet(begin)
  await wait(3)
  expect(begin).toHaveBeenCalledOnce()
})

test('waits for the calls under way, also those that begin meanwhile, whether they succeed or fail', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  void untilAnswered(first.promise)
  whenQuiet(begin)
  await wait(100)
  untilAnswered(second.promise).catch(() => undefined)
  first.resolve()
  await wait(100)
  expect(begin).not.toHaveBeenCalled()
  second.reject(new Error('No network'))
  await rest()
  expect(begin).toHaveBeenCalledOnce()
})

test('waits for what the first script has asked for, before the code that takes it is there', async () => {
  const answer = Promise.withResolvers<Response>()
  globalThis.earlyAnswers = { token: 't', answers: { '/v1/dashboard': answer.promise } }
  whenQuiet(begin)
  await wait(100)
  expect(begin).not.toHaveBeenCalled()
  answer.resolve(new Response())
  await rest()
  expect(begin).toHaveBeenCalledOnce()
})

test('waits for the files of the opened page', async () => {
  page.readyState = 'interactive'
  whenQuiet(begin)
  await wait(100)
  expect(begin).not.toHaveBeenCalled()
  arrived()
  await rest()
  expect(begin).toHaveBeenCalledOnce()
})

test('does not wait forever for a file of the page that never comes', async () => {
  page.readyState = 'interactive'
  whenQuiet(begin)
  await wait(10_100)
  expect(begin).toHaveBeenCalledOnce()
})

test('does not wait forever for a call that is never answered', async () => {
  const never = Promise.withResolvers<void>()
  void untilAnswered(never.promise)
  whenQuiet(begin)
  await wait(10_100)
  expect(begin).toHaveBeenCalledOnce()
  never.resolve()
})

test('begins nothing that was given up', async () => {
  const giveUp = whenQuiet(begin)
  giveUp()
  await wait(1_000)
  expect(begin).not.toHaveBeenCalled()
})
