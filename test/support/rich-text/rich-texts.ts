import fc from 'fast-check'
import type { RichBlock, RichText, RichMark, RichPiece } from '#contract/rich-text/rich-text.ts'

/** A document with one paragraph for each text. */
export function textSaying(...texts: string[]): RichText {
  return {
    type: 'doc',
    version: 1,
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  }
}

const marks: fc.Arbitrary<RichMark[]> = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom<RichMark>({ type: 'bold' }, { type: 'italic' }, { type: 'underline' }),
    fc
      .constantFrom(
        'https://example.org/a',
        'http://example.org',
        'mailto:a@example.org',
        'tel:+525512345678',
      )
      .map((href): RichMark => ({ type: 'link', attrs: { href } })),
  ),
  { selector: ({ type }) => type, maxLength: 4 },
)

const text: fc.Arbitrary<RichPiece> = fc.record(
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
export function richTexts(): fc.Arbitrary<RichText> {
  const { block } = fc.letrec<{ block: RichBlock }>((tie) => {
    const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 })
    const item = blocks.map((content) => ({ type: 'listItem' as const, content }))
    const task = fc
      .tuple(fc.boolean(), blocks)
      .map(([checked, content]) => ({ type: 'taskItem' as const, attrs: { checked }, content }))
    const paragraph = texts.map((content): RichBlock => ({ type: 'paragraph', content }))
    return {
      block: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        paragraph,
        fc
          .tuple(fc.constantFrom(2 as const, 3 as const), texts)
          .map(([level, content]): RichBlock => ({ type: 'heading', attrs: { level }, content })),
        fc
          .tuple(
            fc.constantFrom('bulletList' as const, 'orderedList' as const),
            fc.array(item, { minLength: 1, maxLength: 3 }),
          )
          .map(([type, content]): RichBlock => ({ type, content })),
        fc
          .array(task, { minLength: 1, maxLength: 3 })
          .map((content): RichBlock => ({ type: 'taskList', content })),
        blocks.map((content): RichBlock => ({ type: 'blockquote', content })),
      ),
    }
  })
  return fc
    .array(block, { minLength: 1, maxLength: 5 })
    .map((content) => ({ type: 'doc', version: 1, content }))
}

/** The columns of a text that says this, as a row has them. */
export const textRow = (text: string) => ({ body: JSON.stringify(textSaying(text)), body_text: text })
