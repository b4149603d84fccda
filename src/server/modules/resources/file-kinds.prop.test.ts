import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dispositionOf, fits, kindOf, nameErrors, previewOf, rangeOf } from './file-kinds.domain.ts'

const clean = { mixed: false, swells: false }
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** A media type as its content tells it, and a name that agrees. */
const KNOWN = [
  ['application/pdf', 'a.pdf', 'pdf'],
  [`${OFFICE}.wordprocessingml.document`, 'a.docx', null],
  ['application/x-cfb', 'a.doc', null],
  ['image/apng', 'a.png', 'image'],
  ['image/jpeg', 'a.JPG', 'image'],
  ['audio/mpeg', 'a.mp3', 'audio'],
  ['video/mp4', 'a.mp4', 'video'],
  ['video/mp4', 'a.m4a', 'audio'],
  ['video/quicktime', 'a.mov', 'video'],
] as const

// @spec P.108
describe('the kind of a file', () => {
  test.each(KNOWN)('of %s called %s is shown as %s', (mediaType, name, preview) => {
    const kind = kindOf(name, { mediaType, ...clean })
    expect('mediaType' in kind && previewOf(kind.mediaType)).toBe(preview)
  })

  test('is one of the list that agrees with its name, or refused, whatever was found', () => {
    const found = fc.oneof(fc.constantFrom(...KNOWN.map(([mediaType]) => mediaType)), fc.string())
    const name = fc.oneof(fc.constantFrom(...KNOWN.map(([, each]) => each)), fc.string())
    fc.assert(
      fc.property(name, found, fc.boolean(), fc.boolean(), (called, mediaType, mixed, swells) => {
        const kind = kindOf(called, { mediaType, mixed, swells })
        const isKept = 'mediaType' in kind
        // Nothing that a browser runs.
        expect(isKept ? kind.mediaType : kind.fault).not.toMatch(/html|svg|xml$|javascript|x-/)
        expect(isKept && (mixed || swells || nameErrors(called).name === 'file_kind')).toBe(false)
      }),
    )
  })

  test.each(['image/svg+xml', 'text/html', 'application/xml', 'application/zip', undefined])(
    'of %s is refused, whatever its name',
    (mediaType) => {
      for (const [, name] of KNOWN)
        expect(kindOf(name, { mediaType, ...clean })).toEqual({ fault: 'file_kind' })
    },
  )

  test('is what a type of resource wants: a video is one, and a file is anything', () => {
    expect([fits('video', 'video/mp4'), fits('video', 'audio/mpeg'), fits('audio', 'audio/mpeg')]).toEqual([
      true,
      false,
      true,
    ])
    for (const [mediaType] of KNOWN) expect(fits('file', mediaType)).toBe(true)
  })
})

/** Characters that make a name dangerous: of paths, controls, directions, invisible ones. */
const DANGEROUS = [
  ...'/\\:*?"<>|\u0000\n\u001b\u007f\u0085\u200b\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029\ufeff',
]

// @spec P.108
describe('the name of a file', () => {
  test('has none of these characters anywhere', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DANGEROUS),
        fc.string({ maxLength: 20 }),
        fc.string({ maxLength: 20 }),
        (character, before, after) => {
          expect(nameErrors(`${before}${character}${after}.pdf`)).toEqual({ name: 'file_name' })
        },
      ),
    )
  })

  test.each(['Guía de respiración (2).pdf', 'رحلة.pdf', '日本語.docx', 'a.b.c.PNG', "D'Artagnan & co.mp3"])(
    '%s is good',
    (name) => expect(nameErrors(name)).toEqual({}),
  )

  test.each(['pagina.html', 'dibujo.svg', 'juego.pdf.exe', 'macro.docm', 'nota', 'nota.pdf.'])(
    '%s has no ending that is known',
    (name) => expect(nameErrors(name)).toEqual({ name: 'file_kind' }),
  )

  test.each(['', '.pdf', '  .pdf', '...', ' '])('%j has nothing before its ending', (name) =>
    expect(nameErrors(name)).toEqual({ name: 'file_name' }),
  )

  test('is one header of plain characters, out of which it can be read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        const name = `${text}.pdf`
        fc.pre(nameErrors(name).name === undefined)
        const header = dispositionOf('attachment', name)
        expect(header).toMatch(/^attachment; filename="[\w. -]*"; filename\*=UTF-8''[\w.!~%$&+^`-]*$/)
        expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(name)
      }),
    )
  })
})

// @spec P.110
describe('a range of a file (RFC 9110 §14.1.2)', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=99-', { start: 99, end: 99 }],
    ['Bytes=1-2', { start: 1, end: 2 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=100-200', 'none'],
    ['bytes=5-2', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['items=0-1', undefined],
    ['bytes=99999999999999999999-', undefined],
    ['', undefined],
  ])('%j of 100 bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range))

  test('lies within the file, whatever is asked for', () => {
    const header = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.option(fc.nat(3_000), { nil: '' }), fc.option(fc.nat(3_000), { nil: '' }))
        .map(([start, end]) => `bytes=${start}-${end}`),
    )
    fc.assert(
      fc.property(header, fc.integer({ min: 1, max: 2_000 }), (asked, byteSize) => {
        const range = rangeOf(asked, byteSize)
        const { start, end } = typeof range === 'object' ? range : { start: 0, end: 0 }
        expect(start >= 0 && start <= end && end < byteSize).toBe(true)
      }),
    )
  })
})
