import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NoteDto } from '#contract/notes/notes.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { NoteConflict, type NoteDraft } from '#web/widgets/notes/send-note.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { type NoteState, createNoteSaver } from './note-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const start: NoteDraft = {
  id: 'n1',
  about: { type: 'Client', itemId: 'c1' },
  template: 'free',
  sessionId: null,
  goalId: null,
  title: '',
  body: textSaying('Uno'),
  basedOn: 1,
}
const says = (text: string) => ({ title: '', body: textSaying(text) })
const noteOf = (text: string, revision: number) =>
  ({ id: 'n1', title: '', body: textSaying(text), revision }) as NoteDto

function saving() {
  const calls: { draft: NoteDraft; keepsReplaced: boolean; answer: PromiseWithResolvers<NoteDto> }[] = []
  const told: NoteState[] = []
  const kept: NoteDraft[] = []
  const keeper = {
    keep: (value: unknown) => void kept.push(value as NoteDraft),
    flush: vi.fn<() => void>(),
    drop: () => void kept.splice(0),
  }
  const saver = createNoteSaver(start, {
    send: (draft, keepsReplaced) => {
      const answer = Promise.withResolvers<NoteDto>()
      calls.push({ draft, keepsReplaced, answer })
      return answer.promise
    },
    keeper,
    tell: (state) => told.push(state),
    onSaved: () => undefined,
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { saver, calls, told, kept, settle }
}

// @spec P.103
test('is kept here at once, and sent after a pause on the revision that was answered last', async () => {
  const { saver, calls, told, kept, settle } = saving()
  for (const text of ['D', 'Do', 'Dos']) saver.change(says(text))
  expect(kept.at(-1)!.body).toEqual(textSaying('Dos'))
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1300)
  saver.change(says('Tres'))
  calls[0]!.answer.resolve(noteOf('Dos', 2))
  await settle()
  expect(calls.map(({ draft }) => draft.basedOn)).toEqual([1, 2])
  expect(kept.at(-1)!.body).toEqual(textSaying('Tres'))
  calls[1]!.answer.resolve(noteOf('Tres', 3))
  await settle()
  expect([told.at(-1), kept, saver.isPending()]).toEqual(['saved', [], false])
})

// @spec P.103
test('without a connection it stays here until it arrives; a refusal keeps it too', async () => {
  const { saver, calls, told, kept, settle } = saving()
  saver.change(says('Dos'))
  saver.flush()
  calls[0]!.answer.reject(new ApiFailure('network', 0, 'Sin conexión'))
  await settle()
  expect([told.at(-1), kept.length]).toEqual(['waiting', 1])
  saver.retry()
  calls[1]!.answer.reject(new ApiFailure('request.invalid', 422, 'Revisa', { body: 'Demasiado largo' }))
  await settle()
  expect([told.at(-1), kept.length]).toEqual([{ refused: 'Demasiado largo' }, 1])
  saver.retry()
  expect(calls.length).toBe(2)
})

// @spec P.104
test('of two texts nothing is sent before a person has chosen', async () => {
  const { saver, calls, told, kept, settle } = saving()
  const theirs = noteOf('De otra pestaña', 5)
  const meet = async () => {
    saver.change(says('Mío'))
    saver.flush()
    calls.at(-1)!.answer.reject(new NoteConflict(theirs))
    await settle()
  }
  await meet()
  expect(told.at(-1)).toEqual({ conflict: theirs })
  saver.change(says('Mío y más'))
  saver.flush()
  saver.retry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([calls.length, kept.at(-1)!.body]).toEqual([1, textSaying('Mío y más')])
  void saver.chooseMine(theirs)
  expect(calls[1]).toMatchObject({
    draft: { basedOn: 5, body: textSaying('Mío y más') },
    keepsReplaced: true,
  })
  calls[1]!.answer.resolve(noteOf('Mío y más', 6))
  await settle()
  expect(told.at(-1)).toBe('saved')
  await meet()
  saver.chooseTheirs(theirs)
  expect([told.at(-1), kept, saver.isPending()]).toEqual(['saved', [], false])
})
