import { describe, expect, test } from 'vitest'
import type { MessageDto } from '#contract/thread.ts'
import { wordsOf } from '../to-action.ts'
import { NOTHING, keptOf, restored, startAnswer, startEdit, stopped, withSign } from './composer-model.ts'

const sent = {
  id: 'm1',
  seq: 4,
  text: 'Hola',
  attachments: [],
  sender: { name: 'Eva', lastName: 'Rey' },
} as unknown as MessageDto
const writing = { ...NOTHING, text: 'A medias' }

// @spec P.165
describe('what somebody is writing', () => {
  test('stays while they answer, and without the answer', () => {
    const answering = startAnswer(writing, sent)
    expect(answering).toMatchObject({
      text: 'A medias',
      replyTo: { id: 'm1', seq: 4, name: 'Eva', text: 'Hola' },
    })
    expect(stopped(answering)).toEqual(writing)
  })

  test('is put aside while a message is changed, and is there again after it', () => {
    const editing = startEdit(startAnswer(writing, sent), sent)
    expect(editing).toMatchObject({ text: 'Hola', replyTo: null })
    expect(stopped(editing)).toEqual(startAnswer(writing, sent))
    // From one change into another it is not lost.
    expect(stopped(startEdit(editing, { ...sent, text: 'Adiós' }))).toMatchObject({ text: 'A medias' })
  })

  test('is kept without the change, and restored; what is no draft is nothing', () => {
    const editing = startEdit(writing, sent)
    expect(keptOf(editing)).toEqual({ text: 'A medias', replyTo: null })
    expect(restored(keptOf(startAnswer(writing, sent)))).toEqual(startAnswer(writing, sent))
    for (const odd of [null, 'texto', {}, { text: 4 }]) expect(restored(odd)).toEqual(NOTHING)
  })

  test('takes an emoji where the cursor is, instead of what is selected', () => {
    expect(withSign('Hola Eva', '🎉', 4, 4)).toEqual({ text: 'Hola🎉 Eva', at: 6 })
    expect(withSign('Hola Eva', '🎉', 0, 8)).toEqual({ text: '🎉', at: 2 })
  })
})

test('the words of a message are those of an action; what is too long is in its detail, whole', () => {
  expect(wordsOf('  Hablar\ncon mi jefa ')).toEqual({ text: 'Hablar con mi jefa', detail: '' })
  const long = 'palabra '.repeat(60)
  const { text, detail } = wordsOf(long)
  expect(text.length).toBeLessThanOrEqual(200)
  expect(text.endsWith('…')).toBe(true)
  expect(detail).toBe(long)
})
