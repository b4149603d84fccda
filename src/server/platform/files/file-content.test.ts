import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_PICTURES, picture } from '#test/support/pictures.ts'
import { docx, pdf, wav, zip } from '#test/support/resources/files.ts'
import { readContent } from './file-content.ts'

const read = (bytes: Buffer, pieces = 1_000) =>
  readContent(
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += pieces) yield bytes.subarray(at, at + pieces)
      })(),
    ),
  )
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const script = Buffer.from('<script>alert(1)</script>')
const text = (words: string) => Buffer.from(words)

// @spec P.108
describe('the content of a file', () => {
  test.each([
    ['a PDF', async () => pdf(), 'application/pdf'],
    ['a Word document', async () => docx(), WORD],
    ['a sound', async () => wav(), 'audio/wav'],
    ['a picture', () => picture('png'), 'image/png'],
    ['a photo', () => picture('jpeg'), 'image/jpeg'],
  ])('comes from its bytes: %s', async (_, bytes, mediaType) => {
    expect(await read(await bytes())).toEqual({ mediaType, mixed: false, swells: false })
  })

  test.each([
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['a page behind spaces', text(`${' '.repeat(200)}<html>`)],
    [
      'a drawing with a script',
      text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a drawing with a prolog', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a text', text('Hola')],
    ['any archive', zip([{ name: 'a.exe', bytes: script }])],
    ['an archive of two kinds of document', zip([{ name: 'word/document.xml', bytes: script }])],
    ['a document with macros', docx([{ name: 'word/vbaProject.bin', bytes: script }])],
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from('P')],
    ['the start of an archive', Buffer.from('PK\u0003\u0004')],
    ['the end of an archive alone', zip([])],
  ])('of %s is no kind of document, picture or sound', async (_, bytes) => {
    const { mediaType } = await read(bytes)
    expect(['application/xml', 'image/svg+xml', 'text/html', undefined]).toContain(mediaType)
  })

  test.each([
    ['a picture and an archive', async () => Buffer.concat([await picture('png'), docx()])],
    ['a PDF and an archive', async () => Buffer.concat([pdf(), docx()])],
    ['a picture and a page', async () => Buffer.concat([await picture('jpeg'), script])],
    [
      'an archive behind other bytes of an archive',
      async () => Buffer.concat([text('PK\u0003\u0004'), docx()]),
    ],
    [
      'an archive with bytes behind it',
      async () => {
        const bytes = docx()
        // The comment of the archive is what follows it, so that readers still find its list.
        bytes.writeUInt16LE(script.length, bytes.length - 2)
        return Buffer.concat([bytes, script])
      },
    ],
    [
      'a sound and a PDF',
      async () => {
        const bytes = wav()
        pdf().copy(bytes, 44)
        return bytes
      },
    ],
  ])('is mixed: %s', async (_, bytes) => {
    expect(await read(await bytes())).toMatchObject({ mixed: true })
  })

  test('swells if it has more pixels than any screen', async () => {
    const bomb = NO_PICTURES.find(({ name }) => name === 'decompression bomb')
    expect(await read(await bomb!.bytes())).toMatchObject({ swells: true })
  })

  test.each([
    ['says so', docx([{ name: 'word/media.bin', bytes: script, unpacked: 2_000_000_000 }])],
    ['says so of many entries', docx(many(300, 200_000_000))],
    [
      'is small and says more than anything that packs well',
      docx([{ name: 'a', bytes: script, unpacked: 60_000_000 }]),
    ],
    ['really does', docx([{ name: 'word/media.bin', bytes: Buffer.alloc(60_000_000) }])],
  ])('swells if an archive %s', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({ mediaType: WORD, swells: true })
  })

  test('swells if the entries of an archive lie one over the other', async () => {
    expect(await read(overlapping())).toMatchObject({ swells: true })
  })

  test('does not depend on how it arrives', async () => {
    const files = [pdf(), docx(), wav(), await picture('png'), Buffer.concat([await picture('png'), script])]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.integer({ min: 1, max: 5_000 }),
        async (bytes, pieces) => {
          expect(await read(bytes, pieces)).toEqual(await read(bytes))
        },
      ),
    )
  })

  test('of damaged files is known or unknown: nothing fails', async () => {
    const files = [
      pdf(),
      docx(),
      wav(),
      zip([]),
      await picture('png'),
      await picture('gif'),
      await picture('avif'),
    ]
    const damage = fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), damage, fc.nat(5_000), async (file, places, length) => {
        const bytes = Buffer.from(file.subarray(0, length))
        for (const [at, value] of places) if (at < bytes.length) bytes[at] = value
        expect(await read(bytes)).toHaveProperty('mixed')
      }),
    )
  })

  test('of anything is known or unknown: nothing fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await read(Buffer.from(bytes))).toHaveProperty('mediaType')
      }),
    )
  })
})

function many(count: number, unpacked: number) {
  return Array.from({ length: count }, (_, index) => ({ name: `word/${index}`, bytes: script, unpacked }))
}

/** A document whose list names the same packed bytes a hundred times (D. Fifield, "A better zip bomb"). */
function overlapping(): Buffer {
  const once = docx([{ name: 'word/media.bin', bytes: Buffer.alloc(400_000) }])
  const [endAt, listAt] = [once.length - 22, once.readUInt32LE(once.length - 6)]
  const list = once.subarray(listAt, endAt)
  const last = list.subarray(list.lastIndexOf('PK\u0001\u0002', undefined, 'latin1'))
  const more = Array.from({ length: 100 }, () => last)
  const end = Buffer.from(once.subarray(endAt))
  end.writeUInt16LE(103, 8)
  end.writeUInt16LE(103, 10)
  end.writeUInt32LE(list.length + 100 * last.length, 12)
  return Buffer.concat([once.subarray(0, listAt), list, ...more, end])
}
