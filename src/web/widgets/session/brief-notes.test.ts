import { beforeEach, expect, test, vi } from 'vitest'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

type Body = { text: string; basedOn: number }
const call = vi.hoisted(() => vi.fn<(route: string, input: { body?: Body }) => Promise<unknown>>())
vi.mock('#web/api/call.ts', () => ({ call }))
resetModulesAfterwards()

// Another test file of this worker may have loaded the module with what is replaced here.
vi.resetModules()
const { ApiFailure } = await import('#web/api/failure.ts')
const { bothTexts, briefNotesSaving } = await import('./brief-notes.ts')

/** What the server has, and whether its next answer is lost on the way. */
let stored: { text: string; revision: number }
let losesAnswer: boolean
beforeEach(() => {
  stored = { text: '', revision: 0 }
  losesAnswer = false
  call.mockReset().mockImplementation(async (route, { body }) => {
    if (route.startsWith('GET ')) return { notes: stored }
    const { text, basedOn } = body!
    if (text.trim() !== stored.text) {
      if (basedOn !== stored.revision) throw new ApiFailure('session.notes_outdated', 409, 'Cambiaron.')
      stored = { text: text.trim(), revision: stored.revision + 1 }
    }
    if (!losesAnswer) return stored
    losesAnswer = false
    throw new ApiFailure('network', 0, 'Sin conexión')
  })
})

test('each save is based on the one before, also where it was written during that one', async () => {
  const save = briefNotesSaving('s1')
  for (const text of ['Su hermana', 'Su hermana ', 'Su hermana y la junta']) await save({ text, basedOn: 0 })
  expect(stored).toEqual({ text: 'Su hermana y la junta', revision: 2 })
  expect(call.mock.calls.filter(([route]) => route.startsWith('GET '))).toEqual([])
})

// @spec P.71
test('what another device wrote meanwhile stays, and both texts are stored', async () => {
  const save = briefNotesSaving('s1')
  await save({ text: 'Su hermana', basedOn: 0 })
  stored = { text: 'La junta', revision: 2 }
  expect(await save({ text: 'Su hermano', basedOn: 1 })).toEqual({
    notes: { text: 'La junta\n\nSu hermano', revision: 3 },
    merged: true,
  })
  // Written while the texts were put together: it is based on neither, and loses neither.
  await save({ text: 'Su hermano mayor', basedOn: 1 })
  expect(stored.text).toMatch(/La junta[^]*Su hermano mayor/)
})

test('a save whose answer was lost is no text of another device', async () => {
  const save = briefNotesSaving('s1')
  losesAnswer = true
  await expect(save({ text: 'Su hermana', basedOn: 0 })).rejects.toThrow('Sin conexión')
  expect(await save({ text: 'Mi hermana', basedOn: 0 })).toEqual({
    notes: { text: 'Mi hermana', revision: 2 },
    merged: false,
  })
})

test('a text that contains the other one is kept alone', () => {
  expect(bothTexts('Su hermana', 'Su hermana y la junta')).toBe('Su hermana y la junta')
  expect(bothTexts('Su hermana y la junta', 'la junta')).toBe('Su hermana y la junta')
  expect(bothTexts('', 'La junta')).toBe('La junta')
  expect(bothTexts('Su hermana', '')).toBe('Su hermana')
})
