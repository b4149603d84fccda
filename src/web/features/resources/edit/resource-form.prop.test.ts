import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '#contract/rich-text/rich-text.ts'
import { HOSTILE_TEXTS } from '#test/support/rich-text/hostile.ts'
import { richTexts, textSaying } from '#test/support/rich-text/rich-texts.ts'
import { schemaResolver } from '#web/widgets/forms/form-model.ts'
import {
  emptyResource,
  fieldOfText,
  resourceBody,
  resourceFormOf,
  resourceSchema,
  textOfField,
} from './resource-form.ts'

const problemOf = async (body: string) => {
  const resolve = schemaResolver(resourceSchema('text'))
  const { errors } = await resolve({ ...emptyResource, title: 'Texto', body }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return (errors as { body?: { message?: string } }).body?.message
}

// @spec P.150
test('every text goes into the form and out of it, and is valid there', async () => {
  await fc.assert(
    fc.asyncProperty(richTexts(), async (document) => {
      const value = fieldOfText(document)
      const says = plainText(document).trim() !== ''
      expect(value === '').toBe(!says)
      expect(await problemOf(value)).toBe(says ? undefined : 'required')
      if (!says) return
      expect(textOfField(value)).toEqual(document)
      const { body } = resourceBody('text', { ...emptyResource, title: 'Texto', body: value })
      expect(body).toEqual(document)
      const stored = { title: 'Texto', tags: [], body: document, file: null, url: null }
      expect(resourceFormOf(stored as never).body).toBe(value)
    }),
    { numRuns: 60 },
  )
})

test('what the server would refuse is refused in the form, with the same words', async () => {
  for (const [name, document] of HOSTILE_TEXTS) {
    expect([name, await problemOf(JSON.stringify(document))]).toEqual([
      name,
      expect.stringMatching(/^(text_|character_)/),
    ])
  }
})

test('what is missing of the content is said beside what else is missing', async () => {
  for (const [type, part] of [
    ['text', 'body'],
    ['link', 'url'],
    ['file', 'fileId'],
  ] as const) {
    const { errors } = await schemaResolver(resourceSchema(type))(emptyResource, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    })
    expect(errors).toMatchObject({ title: { message: 'required' }, [part]: { message: 'required' } })
  }
})

test('other types send no text', () => {
  const form = {
    ...emptyResource,
    title: 'x',
    url: 'https://norte.example',
    body: fieldOfText(textSaying('x')),
  }
  expect(resourceBody('link', form)).not.toHaveProperty('body')
})
