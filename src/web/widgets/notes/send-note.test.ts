import { beforeEach, expect, test, vi } from 'vitest'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

const call = vi.hoisted(() => vi.fn<(route: string, input: unknown) => Promise<unknown>>())
vi.mock('#web/api/call.ts', () => ({ call }))
resetModulesAfterwards()

// Another test file of this worker may have loaded the modules with what is replaced here.
vi.resetModules()
const { ApiFailure } = await import('#web/api/failure.ts')
const { NoteConflict, noteSending, restoredDraft } = await import('./send-note.ts')

beforeEach(() => call.mockReset())

const draft = (text: string, basedOn = 1) => ({
  id: 'n1',
  about: { type: 'Client' as const, itemId: 'c1' },
  template: 'free' as const,
  sessionId: null,
  goalId: null,
  title: 'Uno ',
  body: textSaying(text),
  basedOn,
})
const stored = (text: string, revision: number) => ({
  id: 'n1',
  sessionId: null,
  goalId: null,
  title: 'Uno',
  body: textSaying(text),
  revision,
})
const lost = () => Promise.reject(new ApiFailure('network', 0, 'Sin conexión'))
const refused = () => Promise.reject(new ApiFailure('note.conflict', 409, 'Cambió'))
const routes = () => call.mock.calls.map(([route]) => route)

// @spec P.103
test('what was stored without an answer is no text of another device', async () => {
  const send = noteSending()
  call.mockImplementationOnce(lost)
  await expect(send(draft('Uno'))).rejects.toThrow(/network/)
  call
    .mockImplementationOnce(refused)
    .mockResolvedValueOnce(stored('Uno', 2))
    .mockResolvedValueOnce(stored('Dos', 3))
  expect((await send(draft('Dos'))).revision).toBe(3)
  expect(call.mock.lastCall).toMatchObject(['PUT /v1/note/:noteId', { body: { basedOn: 2 } }])
})

// @spec P.104
test('another text is a conflict, with what it says', async () => {
  const send = noteSending()
  call.mockImplementationOnce(refused).mockResolvedValueOnce(stored('Otra', 4))
  const failure = await send(draft('Dos')).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoteConflict)
  expect(failure).toMatchObject({ current: { revision: 4 } })
})

test('a new note is added once, and goes on from there', async () => {
  const send = noteSending()
  call.mockImplementationOnce(lost)
  await expect(send(draft('Uno', 0))).rejects.toThrow(/network/)
  call.mockResolvedValueOnce(stored('Uno', 1)).mockResolvedValueOnce(stored('Dos', 2))
  expect((await send(draft('Dos', 0))).revision).toBe(2)
  expect(routes()).toEqual(['POST /v1/note', 'POST /v1/note', 'PUT /v1/note/:noteId'])
  call.mockReset().mockResolvedValueOnce(stored('Uno', 1))
  await noteSending()(draft('Uno', 0))
  expect(routes()).toEqual(['POST /v1/note'])
})

// @spec P.151
test('what a new note is tied to goes with its first words; another choice meanwhile with the next', async () => {
  const send = noteSending()
  const tied = { ...draft('Uno', 0), sessionId: 's1', goalId: 'g1' }
  call.mockResolvedValueOnce({ ...stored('Uno', 1), sessionId: 's1', goalId: 'g1' })
  await send(tied)
  expect(call.mock.lastCall).toMatchObject(['POST /v1/note', { body: { sessionId: 's1', goalId: 'g1' } }])
  call.mockResolvedValueOnce(stored('Dos', 2)).mockResolvedValueOnce(stored('Tres', 3))
  await send({ ...draft('Dos', 1), sessionId: 's1', goalId: null })
  expect(call.mock.lastCall).toMatchObject([
    'PUT /v1/note/:noteId',
    { body: { sessionId: 's1', goalId: null } },
  ])
  await send({ ...draft('Tres', 2), sessionId: 's1', goalId: null })
  expect(call.mock.lastCall![1]).not.toHaveProperty('body.sessionId')
})

test('a note that was added without an answer is tied as it was last chosen', async () => {
  call.mockResolvedValueOnce(stored('Uno', 1)).mockResolvedValueOnce(stored('Uno', 1))
  await noteSending()({ ...draft('Uno', 0), sessionId: 's1' })
  expect(call.mock.lastCall).toMatchObject([
    'PUT /v1/note/:noteId',
    { body: { basedOn: 1, sessionId: 's1' } },
  ])
})

// @spec P.241
test('a note begun for the other side is shared with its first words, and never again', async () => {
  const send = noteSending()
  const begun = { ...draft('Uno', 0), shares: true }
  const added = { ...stored('Uno', 1), visibility: 'private' }
  call.mockResolvedValueOnce(added).mockImplementationOnce(lost)
  await expect(send(begun)).rejects.toThrow(/network/)
  call.mockResolvedValueOnce(added).mockResolvedValueOnce({ ...added, visibility: 'shared' })
  expect(await send(begun)).toMatchObject({ visibility: 'shared' })
  call.mockResolvedValueOnce({ ...stored('Dos', 2), visibility: 'private' })
  await send({ ...draft('Dos', 1), shares: true })
  expect(routes()).toEqual([
    'POST /v1/note',
    'POST /v1/note/:noteId/share',
    'POST /v1/note',
    'POST /v1/note/:noteId/share',
    'PUT /v1/note/:noteId',
  ])
})

test('a draft of a release whose notes had no goal has none', () => {
  const { goalId: _, ...earlier } = draft('Uno')
  expect(restoredDraft(earlier)).toEqual(draft('Uno'))
})

test('a draft is read only if it is whole', () => {
  expect(restoredDraft(draft('Uno'))).toEqual(draft('Uno'))
  for (const broken of [null, 'x', {}, { ...draft('Uno'), body: '<p>' }])
    expect(restoredDraft(broken)).toBeUndefined()
})
