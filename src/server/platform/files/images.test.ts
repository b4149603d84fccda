import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { NO_PICTURES, movingGif, picture, sidewaysJpeg } from '#test/support/pictures.ts'
import { QueueFull } from '#server/platform/threads/fair-queue.ts'
import { type MadeImage, createImages } from './images.ts'

const images = createImages()
const SQUARE = { width: 32, height: 32, fit: 'cover' } as const
const LOGO = { width: 640, height: 240, fit: 'inside' } as const

const remake = (
  bytes: Buffer,
  name: string,
  declaredType: string,
  box: Parameters<typeof images.remake>[2] = SQUARE,
) => images.remake('sender', { bytes, name, declaredType }, box)

function bytesOf(made: MadeImage): Buffer {
  if ('fault' in made) throw new Error(made.fault)
  expect(made.mediaType).toBe('image/webp')
  return made.bytes
}

/** Colour of one pixel. */
async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return [...pixel]
}

// @spec P.25
describe('a re-encoded image (ASVS 5.2.2)', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    '%s becomes WebP of the size asked for',
    async (kind) => {
      const made = bytesOf(await remake(await picture(kind), `foto.${kind}`, `image/${kind}`))
      expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 32, height: 32 })
    },
  )

  test.each([
    ['foto.JPG', 'image/jpeg'],
    ['foto', 'image/jpeg'],
    ['../../etc/passwd.jpg', 'image/jpeg'],
    [`${'a'.repeat(300)}.jpeg`, 'image/jpeg'],
    ['x\u0000.jpg', 'image/jpg'],
  ])('the name %j is compared and not used otherwise', async (name, declared) => {
    bytesOf(await remake(await picture('jpeg'), name, declared))
  })

  test('is upright, and neither location nor owner is left in it', async () => {
    const source = await sidewaysJpeg()
    expect((await sharp(source).metadata()).exif).toBeDefined()
    const made = bytesOf(
      await remake(source, 'foto.jpg', 'image/jpeg', { width: 40, height: 80, fit: 'inside' }),
    )
    const { width, height, exif, orientation } = await sharp(made).metadata()
    expect([width, height, exif, orientation]).toEqual([40, 80, undefined, undefined])
    expect(made.includes('Nadie debe leer esto')).toBe(false)
    // The former left side is now the top.
    const [top, foot] = [await colourAt(made, 20, 10), await colourAt(made, 20, 70)]
    expect(top[2]).toBeGreaterThan(200)
    expect(foot[0]).toBeGreaterThan(200)
  })

  test('is the first frame of an animation', async () => {
    const made = bytesOf(await remake(await movingGif(), 'foto.gif', 'image/gif'))
    expect((await sharp(made).metadata()).pages ?? 1).toBe(1)
    expect((await colourAt(made, 5, 5))[0]).toBeGreaterThan(200)
  })

  test('keeps its proportions and its transparency if it fits inside, and is never enlarged', async () => {
    const wide = bytesOf(
      await remake(
        await picture('png', { width: 1300, height: 200, alpha: 0.5 }),
        'l.png',
        'image/png',
        LOGO,
      ),
    )
    expect(await sharp(wide).metadata()).toMatchObject({ width: 640, height: 98, hasAlpha: true })
    const small = bytesOf(await remake(await picture('png'), 'l.png', 'image/png', LOGO))
    expect(await sharp(small).metadata()).toMatchObject({ width: 60, height: 40 })
  })

  test('loses data that was hidden after its pixels', async () => {
    const hidden = Buffer.concat([await picture('png'), Buffer.from('<script>alert(1)</script>')])
    const made = bytesOf(await remake(hidden, 'foto.png', 'image/png'))
    expect(made.includes('script')).toBe(false)
  })
})

describe('an unsupported image', () => {
  test.each(NO_PICTURES)('$name', async ({ file, type, bytes, key }) => {
    expect(await remake(await bytes(), file, type)).toEqual({ fault: key.replace('image_', '') })
  })

  test('is refused quickly, also a hundred of them at once', async () => {
    const broken = (await picture('png')).subarray(0, 4)
    const made = await Promise.all(Array.from({ length: 100 }, () => remake(broken, 'a.png', 'image/png')))
    expect(made).toEqual(made.map(() => ({ fault: 'type' })))
  })
})

describe('an image for mails and documents', () => {
  const BOX = { width: 480, height: 144 }

  test('is a small PNG on white that fits the box', async () => {
    const wide = await picture('webp', { width: 640, height: 100, alpha: 0 })
    const { png, ...size } = await images.onWhite('ana', wide, BOX)
    expect(size).toEqual({ width: 480, height: 75 })
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width: 480,
      height: 75,
      hasAlpha: false,
    })
    expect(await colourAt(png, 10, 10)).toEqual([255, 255, 255])
    expect(png.length).toBeLessThan(2_000)
  })

  test('is never blown up', async () => {
    const { width, height } = await images.onWhite('ana', await picture('webp'), BOX)
    expect([width, height]).toEqual([60, 40])
  })

  test('of a group are all made, and damaged bytes are refused', async () => {
    const bytes = await picture('webp')
    const made = await Promise.all(Array.from({ length: 40 }, () => images.onWhite('ana', bytes, BOX)))
    expect(made).toHaveLength(40)
    await expect(images.onWhite('ana', bytes.subarray(0, 40), BOX)).rejects.toThrow(
      /webp|corrupt|truncated|unsupported|read/i,
    )
  })
})

describe('many images at once', () => {
  const from = (sender: string, bytes: Buffer) =>
    images.remake(sender, { bytes, name: 'a.png', declaredType: 'image/png' }, SQUARE)

  test('of thirty senders are all processed', async () => {
    const bytes = await picture('png')
    const made = await Promise.all(Array.from({ length: 30 }, (_, n) => from(`sender ${n}`, bytes)))
    expect(made.filter((each) => 'bytes' in each)).toHaveLength(30)
  })

  test('of one sender are limited: one in progress and eight that wait', async () => {
    const bytes = await picture('png')
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => from('one', bytes)))
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(refused).toHaveLength(11)
    expect(refused.every((error) => error instanceof QueueFull && error.whose === 'own')).toBe(true)
  })
})
