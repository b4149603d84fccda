import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Link, MeetingAddress, Telephone, isLink, whatsappNumber } from './link.ts'
import { schemeOf } from './scheme.ts'

const refused = (text: string) => !Link.safeParse(text).success

// @spec 5.7
describe('a link with another scheme than https, http, mailto, tel or skype is refused (issue 3)', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '  javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0000javascript:alert(1)',
    '\u200Bjavascript:alert(1)',
    'java\u00ADscript:alert(1)',
    'java script:alert(1)',
    'javascript :alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3A;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript:alert(1)',
    '&amp;#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script&colon;alert(1)',
    'javascript%3Aalert(1)',
    '%6Aavascript:alert(1)',
    'javascript%253Aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'DATA:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'about:blank',
    'view-source:https://example.org',
    'ftp://example.org',
    'ws://example.org',
    'intent://scan#Intent;end',
    'chrome://settings',
    'example.org:8080',
    'https:',
    'https://',
    'https:///example.org',
    'https://exa mple.org',
    'http:javascript:alert(1)',
  ])('%j', (text) => {
    expect(refused(text)).toBe(true)
  })

  test('in any case, with any character a browser ignores in between', () => {
    const noise = fc.constantFrom('', '\t', '\n', '\r', '\u0000', '\u200B', ' ')
    const scheme = fc.constantFrom('javascript', 'vbscript', 'data')
    fc.assert(
      fc.property(
        scheme,
        fc.array(fc.tuple(noise, fc.boolean()), { minLength: 10, maxLength: 10 }),
        (name, tricks) => {
          const hidden = [...name]
            .map((letter, i) => (tricks[i]?.[0] ?? '') + (tricks[i]?.[1] ? letter.toUpperCase() : letter))
            .join('')
          expect(isLink(`${hidden}:alert(1)`)).toBe(false)
        },
      ),
    )
  })
})

describe('a link of an allowed scheme is kept', () => {
  test.each([
    'https://meet.example.org/ana',
    'HTTPS://Meet.Example.org/ana?pwd=a%3Ab#x',
    'http://example.org',
    'mailto:ana@correo.example',
    'tel:+525512345678',
    'skype:ana.coach?call',
    'https://example.org/?next=data:text',
  ])('%j', (text) => {
    expect(Link.parse(text)).toBe(text)
  })
})

describe('a value without a scheme stays text', () => {
  test.each([
    '',
    'ana.coach',
    '@ana_coach',
    '+52 55 1234 5678',
    '(55) 1234-5678 ext. 3',
    '//example.org',
    'Mi usuario: ana',
    'ana & asociados',
    '50% de descuento',
    'ñandú ✨',
  ])('%j', (text) => {
    expect(Link.parse(text)).toBe(text)
  })

  test('and every accepted value has no scheme or one of the five', () => {
    const allowed = [undefined, 'https', 'http', 'mailto', 'tel', 'skype']
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 60 }), fc.webUrl()), (text) => {
        const { data } = Link.safeParse(text)
        if (data !== undefined) expect(allowed).toContain(schemeOf(data))
      }),
    )
  })

  test('no longer than a line', () => {
    expect(refused('a'.repeat(301))).toBe(true)
    expect(refused('una\nlínea')).toBe(true)
  })
})

describe('an address that was pasted without its scheme', () => {
  test.each([
    ['meet.google.com/abc', 'https://meet.google.com/abc'],
    [' zoom.us/j/123?pwd=x ', 'https://zoom.us/j/123?pwd=x'],
    ['https://zoom.us/j/123', 'https://zoom.us/j/123'],
    ['www.example.org/ana', 'https://www.example.org/ana'],
    // A user name may contain dots, a number may contain slashes.
    ['ana.coach', 'ana.coach'],
    ['@ana', '@ana'],
    ['55/1234/5678', '55/1234/5678'],
    ['', ''],
  ])('%j is kept as %j', (text, kept) => {
    expect(Link.parse(text)).toBe(kept)
    expect(Link.parse(kept)).toBe(kept)
  })

  test.each(['ana', 'zoom', 'mailto:ana@correo.example', 'tel:5512345678'])(
    '%j is no meeting address',
    (text) => {
      expect(MeetingAddress.safeParse(text).success).toBe(false)
    },
  )

  test.each(['', 'meet.google.com/abc', 'https://zoom.us/j/123'])(
    '%j is accepted as a meeting address',
    (text) => {
      expect(MeetingAddress.safeParse(text).success).toBe(true)
    },
  )

  test.each([
    ['hola', false],
    ['123', false],
    ['1'.repeat(16), false],
    ['55 1234 5678', true],
    ['+52 (55) 1234-5678', true],
    ['wa.me/525512345678', true],
    ['', true],
  ])('%j as a telephone: %s', (text, good) => {
    expect(Telephone.safeParse(text).success).toBe(good)
  })
})

describe('the number of a WhatsApp address', () => {
  test.each([
    ['+52 1 999 123 4567', 'Mexico', '5219991234567'],
    ['0034 612 345 678', 'Mexico', '34612345678'],
    ['(999) 123-4567', 'Mexico', '529991234567'],
    ['+1 415 555 0100', 'Mexico', '14155550100'],
    ['999 123 4567', 'Spain', '9991234567'],
    ['https://wa.me/529991234567', 'Mexico', '529991234567'],
    ['123', 'Mexico', undefined],
    ['', 'Mexico', undefined],
    ['escríbeme', 'Mexico', undefined],
    ['1'.repeat(16), 'Mexico', undefined],
  ])('%j in %s is %s', (text, country, number) => {
    expect(whatsappNumber(text, country)).toBe(number)
  })

  test('contains only digits, whatever the input', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, country) => {
        expect(whatsappNumber(text, country) ?? '').toMatch(/^\d{0,15}$/)
      }),
    )
  })
})
