import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '#test/support/effort/cpu-time.ts'
import { isOnlyEmoji, partsOf } from './message-text.ts'

const links = (text: string) => partsOf(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

// @spec P.164
describe('links of a message', () => {
  test.each([
    ['Mira https://norte.example/guia, y cuéntame.', ['https://norte.example/guia']],
    ['(www.norte.example)', ['https://www.norte.example/']],
    [
      'https://es.wikipedia.example/wiki/Coaching_(método).',
      ['https://es.wikipedia.example/wiki/Coaching_(m%C3%A9todo)'],
    ],
    ['Escribe a ana.lopez@correo.example.', ['mailto:ana.lopez@correo.example']],
    ['mailto:ana@correo.example', ['mailto:ana@correo.example']],
    ['http://a.example/?q=1&r=2#x http://b.example', ['http://a.example/?q=1&r=2#x', 'http://b.example/']],
  ])('%s', (text, expected) => expect(links(text)).toEqual(expected))

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'https://banco.example@otro.example/entrar',
    'https://',
    'http://intranet',
    'a@b',
    'Son las 9.30 y 10.15',
  ])('none in %s', (text) => expect(links(text)).toEqual([]))

  test('no character is lost, and only three schemes are ever linked', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'xsmall' }),
      fc.emailAddress(),
      fc.constantFrom('javascript:', 'JaVaScRiPt://x', ' ', '\n', '<a href=', '"', 'www.', '@', '🎉'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const text = pieces.join('')
        const parts = partsOf(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const href of links(text)) expect(href).toMatch(/^(?:https?|mailto):/)
      }),
    )
  })

  // A thread shows many messages at once: sixteen times the text may take about as many times as long, and no square of it.
  test.each(['a.', 'a%', 'a-', '@', '(', 'https://'])('a long text of %j is read in no time', (sign) => {
    const of = (letters: number) => `a@${sign.repeat(letters / sign.length)}`
    const text = of(4_000)
    const parts = partsOf(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(cpuTimeOf(() => partsOf(of(64_000)))).toBeLessThan(2_000)
  })

  test('many dots at the end of an address are read in no time', () => {
    expect(cpuTimeOf(() => partsOf(`https://a.example/${'.'.repeat(100_000)}a`))).toBeLessThan(2_000)
  })
})

test.each([
  ['🎉', true],
  ['👩‍💻 👍🏽', true],
  ['🇲🇽🇨🇴🇪🇸', true],
  ['🎉🎉🎉🎉', false],
  ['Sí 🎉', false],
  ['123', false],
  ['', false],
])('%s is only emoji: %s', (text, expected) => expect(isOnlyEmoji(text)).toBe(expected))
