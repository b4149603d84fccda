import { createRequire } from 'node:module'
import type { Coverage } from './pdf-text.ts'

const { resolve } = createRequire(import.meta.url)
const roboto = (face: string) => resolve(`pdfmake/fonts/Roboto/Roboto-${face}.ttf`)

/** Each font's normal and bold face. They come from packages, so that a page looks the same on every machine. */
export function fontFiles() {
  const emoji = resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf')
  return {
    Text: { normal: roboto('Regular'), bold: roboto('Medium') },
    Emoji: { normal: emoji, bold: emoji },
    Other: {
      normal: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
      bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
    },
  } as const satisfies Record<string, Record<'normal' | 'bold', string>>
}

/** Which characters each font has in both of its faces. Takes some milliseconds. */
export async function readCoverage(): Promise<Coverage> {
  const { openSync } = await import('fontkit')
  const files = fontFiles()
  const read = (path: string) => new Set(openSync(path).characterSet)
  const both = ({ normal, bold }: { normal: string; bold: string }) =>
    normal === bold ? read(normal) : read(normal).intersection(read(bold))
  return { Text: both(files.Text), Emoji: both(files.Emoji), Other: both(files.Other) }
}
