import { createRequire } from 'node:module'
import { type EpochMs, clockDate } from '#time/clock.ts'
import { drawable } from './pdf-text.ts'

/** A short document: a headline, a table of facts, then sections of text or items. */
export type PdfDocument = {
  language: string
  title: string
  author: string
  createdAt: EpochMs
  /** Small, above the headline. */
  overline: string
  facts: readonly { label: string; value: string }[]
  sections: readonly { title: string; text?: string; items?: readonly string[] }[]
  /** On each page, with `{page}` and `{pages}` for the numbers. */
  footer: string
}

type Fonts = Record<string, Record<string, string>>

const EMOJI_FONT = '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'

// The fonts come from packages, so that accents look the same on every machine; nothing else is read or fetched.
async function open() {
  const [{ default: pdfmake }, { default: roboto }] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/fonts/Roboto.js') as Promise<{ default: Fonts }>,
  ])
  const emoji = createRequire(import.meta.url).resolve(EMOJI_FONT)
  const fonts: Fonts = { ...roboto, Emoji: { normal: emoji, bold: emoji } }
  const files = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces)))
  pdfmake.setFonts(fonts)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => files.has(path))
  return pdfmake
}

let opened: ReturnType<typeof open> | undefined

/**
 * Writes a document as PDF, A4, with page numbers. The library is loaded on the first call. Long documents take more
 * than a second, so call it in a thread (thread-tasks.ts).
 */
export async function writePdf(document: PdfDocument): Promise<Uint8Array> {
  const pdfmake = await (opened ??= open())
  return pdfmake.createPdf(definitionOf(document)).getBuffer()
}

const MARGIN = 56
const GREY = '#5b6477'

function definitionOf({
  language,
  title,
  author,
  createdAt,
  overline,
  facts,
  sections,
  footer,
}: PdfDocument) {
  return {
    // 1.4 is the first version with a document language (ISO 32000-1 §14.9.2).
    version: '1.4',
    language,
    displayTitle: true,
    info: { title, author, creator: 'Norte', producer: 'Norte', creationDate: clockDate(createdAt) },
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 16],
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.35, color: '#14171f' },
    footer: (page: number, pages: number) => ({
      text: drawable(footer.replace('{page}', String(page)).replace('{pages}', String(pages))),
      alignment: 'right',
      fontSize: 9,
      color: GREY,
      margin: [MARGIN, 20, MARGIN, 0],
    }),
    content: [
      { text: drawable(overline), fontSize: 9, color: GREY },
      { text: drawable(title), fontSize: 20, bold: true, lineHeight: 1.15, margin: [0, 2, 0, 12] },
      {
        layout: 'noBorders',
        table: {
          widths: ['auto', '*'],
          body: facts.map(({ label, value }) => [
            { text: drawable(label), color: GREY },
            { text: drawable(value) },
          ]),
        },
      },
      ...sections.flatMap((section) => [
        { text: drawable(section.title), fontSize: 13, bold: true, margin: [0, 20, 0, 6], headlineLevel: 1 },
        ...(section.text === undefined
          ? []
          : [{ text: drawable(section.text), preserveLeadingSpaces: true }]),
        ...(section.items === undefined
          ? []
          : [{ ul: section.items.map((item) => ({ text: drawable(item) })) }]),
      ]),
    ],
    // A heading at the foot of a page moves to the next page, together with its text.
    pageBreakBefore: ({ headlineLevel }: { headlineLevel?: number }, nodes: FollowingNodes) =>
      headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
  }
}

type FollowingNodes = { getFollowingNodesOnPage(): unknown[] }
