import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PreparationAnswers } from '#contract/sessions/sessions.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { createSaver, type Kept } from './use-autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A save function whose calls the test answers one by one. */
function saving() {
  const calls: { body: PreparationAnswers; answer: PromiseWithResolvers<void> }[] = []
  const told: Kept[] = []
  let settled = 0
  const saver = createSaver(
    (body: PreparationAnswers) => {
      const answer = Promise.withResolvers<void>()
      calls.push({ body, answer })
      return answer.promise
    },
    (kept) => told.push(kept),
    () => (settled += 1),
  )
  const bodies = () => calls.map(({ body }) => body.focus)
  return { saver, calls, told, bodies, settled: () => settled }
}

// @spec P.49
test('quick edits are sent once, after a pause', async () => {
  const { saver, calls, told, bodies, settled } = saving()
  for (const focus of ['M', 'Mi', 'Mi equipo']) saver.saveSoon({ focus })
  await vi.advanceTimersByTimeAsync(5000)
  expect(bodies()).toEqual(['Mi equipo'])
  calls[0]!.answer.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['saving', 'saved'])
  expect(settled()).toBe(1)
})

test('edits during a request are sent after it, and only the newest counts as saved', async () => {
  const { saver, calls, told, bodies, settled } = saving()
  saver.save({ focus: 'uno' })
  saver.saveSoon({ focus: 'dos' })
  calls[0]!.answer.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(bodies()).toEqual(['uno', 'dos'])
  expect(settled()).toBe(0)
  calls[1]!.answer.resolve()
  await vi.advanceTimersByTimeAsync(5000)
  expect(told.at(-1)).toBe('saved')
  expect([bodies().length, settled()]).toEqual([2, 1])
})

test('a lost connection keeps it for the next attempt; a final refusal does not', async () => {
  const { saver, calls, told, bodies, settled } = saving()
  saver.save({ focus: 'uno' })
  calls[0]!.answer.reject(new ApiFailure('network', 0, 'Sin conexión'))
  await vi.advanceTimersByTimeAsync(0)
  expect([told.at(-1), settled()]).toEqual(['waiting', 0])
  saver.retry()
  expect(bodies()).toEqual(['uno', 'uno'])
  calls[1]!.answer.reject(new ApiFailure('session.wrong_state', 409, 'Ya no se puede.'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told.at(-1)).toEqual({ refused: 'Ya no se puede.' })
  saver.retry()
  expect([bodies().length, settled()]).toEqual([2, 1])
})
