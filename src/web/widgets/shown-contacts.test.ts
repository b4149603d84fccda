import { describe, expect, test } from 'vitest'
import { contactHref, opensTab, shownContact } from './shown-contacts.ts'

describe('a contact of the coach', () => {
  test.each([
    ['email', 'ana@correo.example', 'mailto:ana@correo.example'],
    ['whatsapp', '999 555 0101', 'https://wa.me/529995550101'],
    ['whatsapp', '+34 600 000 000', 'https://wa.me/34600000000'],
    ['whatsapp', 'https://wa.me/529995550101', 'https://wa.me/529995550101'],
    ['whatsapp', 'solo mensajes', undefined],
    ['phone', '+52 (999) 555-0101', 'tel:+529995550101'],
    ['phone', 'tel:+529995550101', 'tel:+529995550101'],
    ['phone', 'pregunta por Ana', undefined],
    ['zoom', 'https://zoom.example/j/1', 'https://zoom.example/j/1'],
    ['skype', 'skype:ana?call', 'skype:ana?call'],
    ['instagram', '@ana.coach', undefined],
    ['linkedIn', 'www.linkedin.com/in/ana', undefined],
  ] as const)('%s %s', (kind, value, href) => {
    expect(contactHref({ kind, value }, 'Mexico')).toBe(href)
  })

  test('opens a tab if it is a web page', () => {
    expect(['https://x.mx', 'mailto:a@x.mx', 'tel:1'].map(opensTab)).toEqual([true, false, false])
  })

  test('is shown without the scheme', () => {
    expect(shownContact('https://www.linkedin.com/in/ana/')).toBe('linkedin.com/in/ana')
    expect(shownContact('@ana.coach')).toBe('@ana.coach')
  })
})
