import { expect, test } from 'vitest'
import { draftOf, restoredResource } from './resource-draft.ts'
import { emptyResource, fieldOfText } from './resource-form.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'

const saved = { ...emptyResource, title: 'Guía', tags: ['uno'], fileId: 'f1' }

test('what is saved is no draft; of a form only what was changed is kept', () => {
  expect(draftOf(saved, saved, false)).toBeUndefined()
  expect(draftOf({ ...saved, tags: ['uno', 'dos'] }, saved, false)).toEqual({
    changes: { tags: ['uno', 'dos'] },
    choseFile: false,
  })
})

test('of a file nothing is kept but that one was chosen, also before it has arrived', () => {
  const chose = { changes: {}, choseFile: true }
  expect(draftOf({ ...saved, fileId: 'f2' }, saved, false)).toEqual(chose)
  expect(draftOf(saved, saved, true)).toEqual(chose)
  expect(draftOf({ ...saved, fileId: '' }, saved, false)).toBeUndefined()
})

test('a draft is restored without what is saved by now', () => {
  const draft = { changes: { title: 'Otra', source: 'Un libro' }, choseFile: false }
  expect(restoredResource(draft, saved)).toEqual(draft)
  expect(restoredResource(draft, { ...saved, title: 'Otra' })?.changes).toEqual({ source: 'Un libro' })
  expect(restoredResource(draft, { ...saved, ...draft.changes })).toBeUndefined()
})

test('another shape is not restored, nor a text that no editor opens', () => {
  const withBody = (body: string) => restoredResource({ changes: { body }, choseFile: false }, saved)
  expect(withBody(fieldOfText(textSaying('Inhala')))).toBeTruthy()
  for (const body of ['{', '{"version":99}', 'null']) expect(withBody(body)).toBeUndefined()
  expect(restoredResource({ title: 'de otra versión' }, saved)).toBeUndefined()
  expect(restoredResource(null, saved)).toBeUndefined()
})
