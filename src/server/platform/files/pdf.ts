import { type EpochMs, clockDate } from '#time/clock.ts'
import { fontFiles, readCoverage } from './pdf-fonts.ts'
import { type Coverage, type TextRun, drawable } from './pdf-text.ts'

/** A short document under the head of a practice: a headline, a table of facts, then sections of text or items. */
export type PdfDocument = {
  language: string
  title: string
  letterhead: Letterhead
  createdAt: EpochMs
  /** Small, above the headline. */
  overline: string
  facts: readonly { label: string; value: string }[]
  sections: readonly { title: string; text?: string; items?: readonly string[] }[]
  /** On each page, with `{page}` and `{pages}` for the numbers. */
  footer: string
}

/** Who a document comes from. Both colours can be read on white. */
export type Letterhead = {
  coach: string
  company: string | null
  accent: { deep: string; primary: string }
  /** A PNG, shown at this size in points. */
  logo: { png: Uint8Array; width: number; height: number } | null
}

// Nothing but the fonts is read, and nothing is fetched.
async function open() {
  const { default: pdfmake } = await import('pdfmake')
  const coverage = await readCoverage((path, font) => pdfmake.virtualfs.writeFileSync(path, font))
  const fonts = fontFiles()
  const files = new Set<string>(Object.values(fonts).flatMap((faces) => Object.values(faces)))
  pdfmake.setFonts(fonts)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => files.has(path))
  return { pdfmake, coverage }
}

let opened: ReturnType<typeof open> | undefined

/**
 * Writes a document as PDF, A4, with page numbers. The library is loaded on the first call. Long documents take more
 * than a second, so call it in a thread (thread-tasks.ts).
 */
export async function writePdf(document: PdfDocument): Promise<Uint8Array> {
  const { pdfmake, coverage } = await (opened ??= open())
  return pdfmake.createPdf(definitionOf(document, coverage)).getBuffer()
}

const MARGIN = 56
const TEXT = '#14171f'
const GREY = '#5b6477'

function definitionOf(document: PdfDocument, coverage: Coverage) {
  const { language, title, letterhead, createdAt, overline, facts, sections, footer } = document
  const { accent } = letterhead
  const draw = (text: string) => drawable(text, coverage)
  const from = [letterhead.coach, letterhead.company].filter(Boolean).join(' · ')
  return {
    // 1.4 is the first version with a document language (ISO 32000-1 §14.9.2).
    version: '1.4',
    language,
    displayTitle: true,
    info: {
      title,
      author: letterhead.coach,
      creator: 'Norte',
      producer: 'Norte',
      creationDate: clockDate(createdAt),
    },
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 16],
    defaultStyle: { font: 'Text', fontSize: 11, lineHeight: 1.35, color: TEXT },
    footer: (page: number, pages: number) => ({
      margin: [MARGIN, 20, MARGIN, 0],
      fontSize: 9,
      color: GREY,
      columnGap: 16,
      columns: [
        { width: '*', text: draw(from) },
        {
          width: 'auto',
          alignment: 'right',
          text: draw(footer.replace('{page}', String(page)).replace('{pages}', String(pages))),
        },
      ],
    }),
    content: [
      ...headOf(letterhead, draw),
      { text: draw(overline), fontSize: 9, bold: true, color: accent.primary },
      { text: draw(title), fontSize: 20, bold: true, lineHeight: 1.15, margin: [0, 2, 0, 12] },
      {
        layout: 'noBorders',
        table: {
          widths: ['auto', '*'],
          body: facts.map(({ label, value }) => [
            { text: draw(label), color: GREY, margin: [0, 0, 8, 0] },
            { text: draw(value) },
          ]),
        },
      },
      ...sections.flatMap((section) => [
        {
          text: draw(section.title),
          fontSize: 13,
          bold: true,
          color: accent.deep,
          margin: [0, 20, 0, 6],
          headlineLevel: 1,
        },
        ...(section.text === undefined ? [] : [{ text: draw(section.text), preserveLeadingSpaces: true }]),
        ...(section.items === undefined
          ? []
          : [{ markerColor: accent.primary, ul: section.items.map((item) => ({ text: draw(item) })) }]),
      ]),
    ],
    // A heading at the foot of a page moves to the next page, together with its text.
    pageBreakBefore: ({ headlineLevel }: { headlineLevel?: number }, nodes: FollowingNodes) =>
      headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
  }
}

/** The logo, the names beside it and a line in the practice's colour. */
function headOf({ coach, company, accent, logo }: Letterhead, draw: (text: string) => TextRun[]) {
  const names = [
    { text: draw(coach), bold: true, fontSize: 12, lineHeight: 1.2, color: accent.deep },
    ...(company === null ? [] : [{ text: draw(company), fontSize: 10, lineHeight: 1.2, color: GREY }]),
  ]
  const height = company === null ? 15 : 29
  const image = logo && {
    image: `data:image/png;base64,${Buffer.from(logo.png).toString('base64')}`,
    width: logo.width,
    height: logo.height,
  }
  return [
    image
      ? {
          columnGap: 14,
          columns: [
            { ...image, width: logo.width },
            { width: '*', stack: names, margin: [0, Math.max(0, (logo.height - height) / 2), 0, 0] },
          ],
        }
      : { stack: names },
    {
      canvas: [
        {
          type: 'line',
          x1: 0,
          y1: 0,
          x2: PAGE_WIDTH - 2 * MARGIN,
          y2: 0,
          lineWidth: 2,
          lineColor: accent.primary,
        },
      ],
      margin: [0, 12, 0, 20],
    },
  ]
}

/** Of A4, in points. */
const PAGE_WIDTH = 595.28

type FollowingNodes = { getFollowingNodesOnPage(): unknown[] }
