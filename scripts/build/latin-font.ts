import { readFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { at } from '../setup/project.mjs'

/** Inter's Latin letters as the package has them. */
export const SOURCE = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/** Where the font of `latinFont` lies. */
export const LATIN_FONT = 'src/web/ui/theme/fonts/inter-latin.woff2'

/** Kerning, marks, the signs that suit their neighbours, and figures of one width: no style asks for fractions. */
const FEATURES = ['kern', 'mark', 'mkmk', 'calt', 'ccmp', 'locl', 'tnum']

/** Inter with the weights and characters for which theme.css uses that file, as WOFF2. */
export function latinFont(): Promise<Buffer> {
  return subsetFont(readFileSync(at(SOURCE)), charactersOfStyles().join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: weightsOfStyles() },
    keepFeatures: FEATURES,
  })
}

/** The weights that styles may choose from. */
export function weightsOfStyles(): { min: number; max: number } {
  const [, min, max] = /font-weight: (\d+) (\d+)/.exec(fontFace())!
  return { min: Number(min), max: Number(max) }
}

/** The characters that are shown in this font. */
export function charactersOfStyles(): string[] {
  const [, ranges] = /unicode-range:([^;]+)/.exec(fontFace())!
  return ranges!.split(',').flatMap(charactersOf)
}

/** The rule of theme.css that uses the file. */
function fontFace(): string {
  const rules = readFileSync(at('src/web/ui/theme/theme.css'), 'utf8').split('@font-face')
  return rules.find((each) => each.includes(LATIN_FONT.split('/').at(-1)!))!
}

/** Those of a range as styles write it: `U+2000-206F`, or of one. */
function charactersOf(range: string): string[] {
  const [first, last = first] = range
    .trim()
    .slice('U+'.length)
    .split('-')
    .map((code) => parseInt(code, 16))
  return Array.from({ length: last! - first! + 1 }, (_, index) => String.fromCodePoint(first! + index))
}
