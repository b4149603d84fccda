import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ACCENT } from '#contract/account/accents.ts'
import { picture } from '#test/support/pictures.ts'
import { fromIso } from '#time/clock.ts'
import { type Letterhead, type PdfDocument, writePdf } from './pdf.ts'

const letterhead: Letterhead = {
  coach: 'Laura Méndez',
  company: 'Cumbre Coaching',
  accent: DEFAULT_ACCENT,
  logo: null,
}

const document = (text: string, more: Partial<PdfDocument> = {}): PdfDocument => ({
  language: 'es-MX',
  title: 'Sesión 3 con Ana',
  letterhead,
  createdAt: fromIso('2027-02-04T18:00:00Z'),
  overline: 'Resumen de la sesión',
  facts: [{ label: 'Cuándo', value: 'jueves 4 de febrero de 2027' }],
  sections: [{ title: 'Resumen', text }],
  footer: 'Página {page} de {pages}',
  ...more,
})

async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return (await extractText(new Uint8Array(pdf))).text
}

/** How many pictures a page draws. */
async function picturesOn(pdf: Uint8Array): Promise<number> {
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
  const { fnArray } = await page.getOperatorList()
  // OPS.paintImageXObject of the reader.
  return fnArray.filter((operation) => operation === 85).length
}

describe('a document', () => {
  test('has the coach and the company at its head, on each page at its foot, and the pages numbered', async () => {
    const pages = await pagesOf(await writePdf(document('Un párrafo.\n\n'.repeat(60))))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]).toMatch(/^Laura Méndez\s+Cumbre Coaching\s+Resumen de la sesión/)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Laura Méndez · Cumbre Coaching')
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
    }
  })

  test('shows the logo where there is one', async () => {
    const png = await picture('png', { width: 480, height: 144 })
    const logo = { png, width: 160, height: 48 }
    expect(await picturesOn(await writePdf(document('Hola', { letterhead: { ...letterhead, logo } })))).toBe(
      1,
    )
    expect(await picturesOn(await writePdf(document('Hola')))).toBe(0)
  })

  test('can be read back, whatever alphabet or emoji it is written in', async () => {
    const lines = [
      'Ñandú, «¿qué?» — “sí” · 3 ≥ 2 ½ €',
      'Bien 🙂 👩‍👩‍👧 🇲🇽 ❤️ ✅',
      '★★☆ ☐ ☑ ✓ → ∞',
      'Καλημέρα, доброе утро, Zażółć',
      'გამარჯობა, Բարեւ',
      '山田 太郎, 王小明, 김민준',
      '\uFFFD no está en ninguna',
    ]
    const typed = lines.join('\n').replace('\uFFFD', '\u{20000}')
    const [page] = await pagesOf(await writePdf(document(typed)))
    for (const line of lines) expect(page).toContain(line)
  })

  test('is written whatever is typed, and is small', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (typed) => {
        const pdf = await writePdf(
          document(typed, {
            title: typed,
            facts: [{ label: typed, value: typed }],
            sections: [{ title: typed, items: [typed] }],
            letterhead: { ...letterhead, company: typed },
          }),
        )
        expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
        expect(pdf.length).toBeLessThan(200_000)
      }),
      { numRuns: 20 },
    )
  })
})
