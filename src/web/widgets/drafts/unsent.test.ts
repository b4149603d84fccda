import { beforeEach, expect, test, vi } from 'vitest'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

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
vi.mock('#web/store/store.ts', () => ({
  useStore: { getState: () => ({ session: { user: { id: 'ana', clientId: null } } }) },
}))
resetModulesAfterwards()

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

// @spec P.161
test('messages on their way go out in the order in which they were written; one that is being written stays', async () => {
  const ofRoom = { roomId: 'r1', space: 'ana ', replyTo: null, turn: 0 }
  const message = (clientKey: string, at: number) => ({
    ...ofRoom,
    clientKey,
    text: `Mensaje ${clientKey}`,
    at,
  })
  kept
    .set('message.r1.b', message('b', 2))
    .set('message.r1.a', message('a', 1))
    .set('composing.r1', { text: 'Y' })
  expect(unsentKinds()).toEqual(['message', 'composing'])
  expect(await sendUnsent()).toBe(true)
  expect(call.mock.calls.map(([, input]) => (input as { body: { text: string } }).body.text)).toEqual([
    'Mensaje a',
    'Mensaje b',
  ])
  expect([...kept.keys()]).toEqual(['composing.r1'])
})
