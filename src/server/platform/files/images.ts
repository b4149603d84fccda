import type { Readable } from 'node:stream'
import type { Sharp, SharpOptions } from 'sharp'
import { createFairQueue } from '#server/platform/threads/fair-queue.ts'

/** How an image is fitted: `cover` fills the box and cuts the rest, `inside` shrinks until it fits. */
export type ImageBox = { width: number; height: number; fit: 'cover' | 'inside' }

/** An uploaded image, and its declared type. The name is only compared, never used. */
export type SentImage = { bytes: Buffer; name: string; declaredType: string }

/**
 * Why an image is refused: `type` is not supported, `mislabelled` if name, declared type and content disagree, `pixels`
 * if it has too many when decoded, `damaged` if it cannot be read to its end.
 */
export type ImageFault = 'type' | 'mislabelled' | 'pixels' | 'damaged'

/** A picture as it is shown: WebP, with its size in pixels. */
export type ShownImage = { mediaType: string; bytes: Buffer; width: number; height: number }

export type MadeImage = ShownImage | { fault: ImageFault }

/** A picture for mails and documents: a PNG, because many mail programs and the writer of PDFs read no WebP. */
export type Picture = { png: Buffer; width: number; height: number }

export type Images = {
  /**
   * Re-encodes an uploaded image as WebP: upright, only its first frame, without metadata or other data besides the
   * pixels (location, camera, hidden scripts). Transparency is kept. `owner` is the sender: senders take turns.
   * @throws QueueFull if the sender or everybody has too many waiting
   */
  remake(owner: string, sent: SentImage, box: ImageBox): Promise<MadeImage>
  /**
   * A preview of an image that was accepted as a file, made like `remake`; undefined for one that is damaged or has too
   * many pixels. It is opened when its turn comes, so that waiting ones take no memory.
   * @throws QueueFull as above
   */
  preview(
    owner: string,
    open: () => Readable,
    box: Pick<ImageBox, 'width' | 'height'>,
  ): Promise<ShownImage | undefined>
  /**
   * A stored image as a PNG on white that fits the box, of at most 256 colours: small, and readable on any ground.
   * `owner` takes turns with others.
   * @throws QueueFull if the owner or everybody has too many waiting; an error of the library for damaged bytes
   */
  onWhite(owner: string, bytes: Buffer, box: Pick<ImageBox, 'width' | 'height'>): Promise<Picture>
}

/** An image type by its content, with the extensions and media types that match it. */
const KINDS: readonly {
  found: readonly string[]
  declared: readonly string[]
  endings: readonly string[]
}[] = [
  {
    found: ['image/jpeg'],
    declared: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
    endings: ['jpg', 'jpeg', 'jfif'],
  },
  { found: ['image/png', 'image/apng'], declared: ['image/png', 'image/apng'], endings: ['png', 'apng'] },
  { found: ['image/webp'], declared: ['image/webp'], endings: ['webp'] },
  { found: ['image/gif'], declared: ['image/gif'], endings: ['gif'] },
  { found: ['image/avif'], declared: ['image/avif'], endings: ['avif'] },
]

/** More than a phone's largest picture; decoded it takes 160 MB. */
const MOST_PIXELS = 40_000_000
const LONGEST_SECONDS = 10

/** Re-encodes at most two images at a time, in threads of the library: many uploads cost time and not memory. */
export function createImages(): Images {
  const queue = createFairQueue({ atOnce: 2, waitingEach: 8, waitingInAll: 32 })
  // Milliseconds each, and as many as there are mails at once.
  const printing = createFairQueue({ atOnce: 1, waitingEach: 64, waitingInAll: 256 })
  return {
    async remake(owner, sent, box) {
      const fault = await faultOf(sent)
      return fault ? { fault } : queue.run(owner, () => encode(sent.bytes, box))
    },
    async preview(owner, source, box) {
      const made = await queue.run(owner, async () =>
        encode(Buffer.concat(await source().toArray()), { ...box, fit: 'inside' }),
      )
      return 'fault' in made ? undefined : made
    },
    onWhite: (owner, bytes, box) => printing.run(owner, () => encodeOnWhite(bytes, box)),
  }
}

async function faultOf({ bytes, name, declaredType }: SentImage): Promise<ImageFault | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  // Text formats have no signature, so SVG and HTML are unknown here like everything else that is not an image.
  const found = await fileTypeFromBuffer(bytes)
  const kind = found && KINDS.find((each) => each.found.includes(found.mime))
  if (!kind) return 'type'
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase()
  const agrees = kind.declared.includes(declaredType) && (!ending || kind.endings.includes(ending))
  return agrees ? undefined : 'mislabelled'
}

async function encode(bytes: Buffer, { width, height, fit }: ImageBox): Promise<MadeImage> {
  const open = await openSharp()
  try {
    const said = await open(bytes, { limitInputPixels: false }).metadata()
    if (said.width * said.height > MOST_PIXELS) return { fault: 'pixels' }
    const { data, info } = await open(bytes)
      .autoOrient()
      .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
      .timeout({ seconds: LONGEST_SECONDS })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true })
    return { mediaType: 'image/webp', bytes: data, width: info.width, height: info.height }
  } catch {
    // Any decoder error is about these bytes: the rest of the pipeline is ours.
    return { fault: 'damaged' }
  }
}

async function encodeOnWhite(
  bytes: Buffer,
  { width, height }: Pick<ImageBox, 'width' | 'height'>,
): Promise<Picture> {
  const open = await openSharp()
  const { data, info } = await open(bytes)
    .flatten({ background: '#ffffff' })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: LONGEST_SECONDS })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

// Loaded with the first image, because the library would slow down the start.
type Open = (bytes: Buffer, options?: SharpOptions) => Sharp

let sharpReady: Promise<Open> | undefined

function openSharp(): Promise<Open> {
  sharpReady ??= import('sharp').then(({ default: sharp }) => {
    // Only the decoders of the types above are enabled.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
    })
    sharp.cache(false)
    sharp.concurrency(1)
    const careful = {
      failOn: 'error',
      limitInputPixels: MOST_PIXELS,
      sequentialRead: true,
      pages: 1,
    } as const
    return (bytes, options) => sharp(bytes, { ...careful, ...options })
  })
  return sharpReady
}
