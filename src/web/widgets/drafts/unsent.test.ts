import { beforeEach, expect, test, vi } from 'vitest'

const kept = vi.hoisted(() => new Map<string, unknown>())
const call = vi.hoisted(() => vi.fn<(route: string, input: unknown) => Promise<unknown>>())

vi.mock('#web/api/secure-drafts.ts', () => ({
  drafts: {
    names: () => [...kept.keys()],
    read: (name: string) => Promise.resolve(kept.get(name) ?? null),
    remove: (name: string) => kept.delete(name),
  },
}))
vi.mock('#web/api/call.ts', () => ({ call }))

// Another test file of this worker may have loaded the modules with what is replaced here.
vi.resetModules()
const { ApiFailure } = await import('#web/api/failure.ts')
const { sendUnsent, unsentKinds } = await import('./unsent.ts')

beforeEach(() => {
  kept.clear()
  call.mockReset().mockResolvedValue({})
})

test('unsent drafts are named by their kind', () => {
  expect(unsentKinds()).toEqual([])
  kept.set('correction.s1', {}).set('preparation.s2', {}).set('preparation.s3', {})
  expect(unsentKinds()).toEqual(['preparation', 'correction'])
})

// @spec 9.3
test('a preparation and notes are sent and deleted; a closing and a correction wait for their button', async () => {
  kept.set('preparation.s1', { focus: ' Pedir la reunión ', notes: '', mood: 7 })
  kept.set('briefNotes.s1', { text: 'Su hermana', basedOn: 2 })
  kept.set('closing.s2', { summary: 'Hablamos.' })
  kept.set('correction.s3', { summary: 'Hablamos.' })
  expect(await sendUnsent()).toBe(true)
  expect(call.mock.calls).toEqual([
    [
      'PUT /v1/session/:sessionId/preparation',
      { params: { sessionId: 's1' }, body: { focus: 'Pedir la reunión', mood: 7 } },
    ],
    [
      'PUT /v1/session/:sessionId/brief/notes',
      { params: { sessionId: 's1' }, body: { text: 'Su hermana', basedOn: 2 } },
      { quiet: true },
    ],
  ])
  expect([...kept.keys()]).toEqual(['closing.s2', 'correction.s3'])
})

// @spec 9.3
test('a draft that could not be sent stays, and the answer says so', async () => {
  kept.set('preparation.s1', { focus: 'Uno' }).set('preparation.s2', { focus: 'Dos' })
  call.mockRejectedValueOnce(new ApiFailure('network', 0, 'Sin conexión'))
  expect(await sendUnsent()).toBe(false)
  expect([...kept.keys()]).toEqual(['preparation.s1'])
})
