import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Coverage } from './pdf-text.ts'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)
const roboto = (face: string) => resolve(`pdfmake/fonts/Roboto/Roboto-${face}.ttf`)

/** Each font's normal and bold face. They come from packages, so that a page looks the same on every machine. */
export function fontFiles() {
  const rare = resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff')
  const emoji = resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf')
  return {
    Text: { normal: roboto('Regular'), bold: roboto('Medium') },
    Emoji: { normal: emoji, bold: emoji },
    Other: {
      normal: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
      bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
    },
    Rare: { normal: rare, bold: rare },
  } as const satisfies Record<string, Record<'normal' | 'bold', string>>
}

/** Receives a font that is not read from its file, under its path. */
type Keep = (path: string, font: Buffer) => void

/**
 * Which characters each font has in both of its faces. Takes some milliseconds. The font of rare scripts, which is large
 * and packed, is only read and passed to `keep` when a text first has one.
 */
export async function readCoverage(keep: Keep): Promise<Coverage> {
  const { create, openSync } = await import('fontkit')
  const files = fontFiles()
  const read = (path: string) => new Set(openSync(path).characterSet)
  const both = ({ normal, bold }: { normal: string; bold: string }) =>
    normal === bold ? read(normal) : read(normal).intersection(read(bold))
  let rare: ReadonlySet<number> | undefined
  const readRare = () => {
    const path = files.Rare.normal
    const font = unpackWoff(readFileSync(path))
    keep(path, font)
    return new Set(create(font).characterSet)
  }
  return {
    Text: both(files.Text),
    Emoji: both(files.Emoji),
    Other: both(files.Other),
    get Rare() {
      return (rare ??= readRare())
    },
  }
}
