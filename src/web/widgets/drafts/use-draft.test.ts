import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

const kept = vi.hoisted(() => new Map<string, unknown>())
const encrypting = vi.hoisted(() => ({ done: Promise.resolve(), isRefused: false }))
/** As in secure-drafts: a save that is overtaken, or whose draft is removed, is dropped. */
const turns = vi.hoisted(() => new Map<string, number>())

vi.mock('#web/api/secure-drafts.ts', () => ({
  drafts: {
    available: true,
    save: async (name: string, value: unknown) => {
      const turn = (turns.get(name) ?? 0) + 1
      turns.set(name, turn)
      await encrypting.done
      if (encrypting.isRefused) return false
      if (turns.get(name) === turn) kept.set(name, value)
      return true
    },
    remove: (name: string) => {
      turns.set(name, (turns.get(name) ?? 0) + 1)
      kept.delete(name)
    },
  },
}))
resetModulesAfterwards()

// Another test file of this worker may have loaded the module with what is replaced here.
vi.resetModules()
const { createKeeper, flushDrafts } = await import('./use-draft.ts')

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  kept.clear()
  encrypting.done = Promise.resolve()
  encrypting.isRefused = false
})

test('what was just typed is stored before unsent drafts are listed', async () => {
  createKeeper('preparation.s1').keep({ focus: 'Pedir' })
  createKeeper('closing.s2').keep({ summary: 'Hablamos.' })
  expect(kept.size).toBe(0)
  await flushDrafts()
  expect([...kept]).toEqual([
    ['preparation.s1', { focus: 'Pedir' }],
    ['closing.s2', { summary: 'Hablamos.' }],
  ])
})

test('a draft that is still being encrypted is waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  encrypting.done = promise
  const keeper = createKeeper('preparation.s1')
  keeper.keep({ focus: 'Pedir' })
  keeper.flush()
  const flushed = flushDrafts().then(() => kept.get('preparation.s1'))
  resolve()
  expect(await flushed).toEqual({ focus: 'Pedir' })
})

test('a dropped draft does not come back', async () => {
  const keeper = createKeeper('preparation.s1')
  keeper.keep({ focus: 'Pedir' })
  keeper.drop()
  await flushDrafts()
  await vi.runAllTimersAsync()
  expect(kept.size).toBe(0)
})

test('each keystroke is stored at once, without a timer that a page which is left would not wait for', async () => {
  const keeper = createKeeper('note.1')
  for (let typed = 1; typed <= 20; typed += 1) {
    keeper.keep({ typed })
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.get('note.1')).toEqual({ typed })
  }
})

test('where storing takes long, what is written meanwhile waits for it and a while longer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  encrypting.done = promise
  const keeper = createKeeper('note.1')
  keeper.keep({ typed: 1 })
  keeper.keep({ typed: 2 })
  keeper.keep({ typed: 3 })
  await vi.advanceTimersByTimeAsync(10)
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(kept.get('note.1')).toEqual({ typed: 1 })
  await vi.advanceTimersByTimeAsync(39)
  expect(kept.get('note.1')).toEqual({ typed: 1 })
  await vi.advanceTimersByTimeAsync(1)
  expect(kept.get('note.1')).toEqual({ typed: 3 })
})

test('also where encrypting takes longer than writing', async () => {
  const keeper = createKeeper('note.1')
  let finish: () => void = () => undefined
  for (let typed = 1; typed <= 20; typed += 1) {
    if (typed % 6 === 1) {
      finish()
      const { promise, resolve } = Promise.withResolvers<void>()
      encrypting.done = promise
      finish = resolve
    }
    keeper.keep({ typed })
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(kept.has('note.1')).toBe(true)
  finish()
  await flushDrafts()
  expect(kept.get('note.1')).toEqual({ typed: 20 })
})

// @spec 9.2
test('a refusal of the storage is told, until it keeps drafts again', async () => {
  const keeper = createKeeper('closing.s2')
  const told: boolean[] = []
  keeper.subscribe(() => told.push(keeper.keeps()))
  expect(keeper.keeps()).toBe(true)
  for (const isRefused of [true, true, false, false]) {
    encrypting.isRefused = isRefused
    keeper.keep({ summary: 'Hablamos.' })
    await flushDrafts()
  }
  expect(told).toEqual([false, true])
})
