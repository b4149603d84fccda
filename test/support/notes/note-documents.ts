import fc from 'fast-check'
import type { NoteBlock, NoteDocument, NoteMark, NoteText } from '#contract/notes/note-document.ts'

/** A document with one paragraph for each text. */
export function noteSaying(...texts: string[]): NoteDocument {
  return {
    type: 'doc',
    version: 1,
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  }
}

const marks: fc.Arbitrary<NoteMark[]> = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom<NoteMark>({ type: 'bold' }, { type: 'italic' }, { type: 'underline' }),
    fc
      .constantFrom(
        'https://example.org/a',
        'http://example.org',
        'mailto:a@example.org',
        'tel:+525512345678',
      )
      .map((href): NoteMark => ({ type: 'link', attrs: { href } })),
  ),
  { selector: ({ type }) => type, maxLength: 4 },
)

const text: fc.Arbitrary<NoteText> = fc.record(
  {
    type: fc.constant('text' as const),
    text: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((each) => each.replaceAll('\u0000', 'x')),
    marks,
  },
  { requiredKeys: ['type', 'text'] },
)

const texts = fc.array(text, { maxLength: 4 })

/** Any document that a note may have, a few levels deep. */
export function noteDocuments(): fc.Arbitrary<NoteDocument> {
  const { block } = fc.letrec<{ block: NoteBlock }>((tie) => {
    const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 })
    const item = blocks.map((content) => ({ type: 'listItem' as const, content }))
    const task = fc
      .tuple(fc.boolean(), blocks)
      .map(([checked, content]) => ({ type: 'taskItem' as const, attrs: { checked }, content }))
    const paragraph = texts.map((content): NoteBlock => ({ type: 'paragraph', content }))
    return {
      block: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        paragraph,
        fc
          .tuple(fc.constantFrom(2 as const, 3 as const), texts)
          .map(([level, content]): NoteBlock => ({ type: 'heading', attrs: { level }, content })),
        fc
          .tuple(
            fc.constantFrom('bulletList' as const, 'orderedList' as const),
            fc.array(item, { minLength: 1, maxLength: 3 }),
          )
          .map(([type, content]): NoteBlock => ({ type, content })),
        fc
          .array(task, { minLength: 1, maxLength: 3 })
          .map((content): NoteBlock => ({ type: 'taskList', content })),
        blocks.map((content): NoteBlock => ({ type: 'blockquote', content })),
      ),
    }
  })
  return fc
    .array(block, { minLength: 1, maxLength: 5 })
    .map((content) => ({ type: 'doc', version: 1, content }))
}
