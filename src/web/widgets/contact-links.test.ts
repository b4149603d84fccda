import { expect, test } from 'vitest'
import { mailLink, phoneLink, whatsappLink } from './contact-links.ts'

test.each([
  ['+52 222 123 4567', null, 'https://wa.me/522221234567'],
  ['222 123 4567', null, 'https://wa.me/522221234567'],
  ['222 123 4567', 'Mexico', 'https://wa.me/522221234567'],
  ['612 345 6789', 'Spain', 'https://wa.me/6123456789'],
  ['0034 612 345 678', 'Spain', 'https://wa.me/34612345678'],
  ['+34 (612) 345-678', null, 'https://wa.me/34612345678'],
  ['https://wa.me/522221234567', null, 'https://wa.me/522221234567'],
])('%s of %s is written to at %s', (number, country, link) => {
  expect(whatsappLink(number, country)).toBe(link)
})

test.each([
  null,
  '',
  'por correo',
  '12',
  'javascript:alert(1)',
  'https://correo.example/522221234567',
  '12345678901234567890',
])('%s is no number', (text) => {
  expect(whatsappLink(text)).toBeUndefined()
  expect(phoneLink(text)).toBeUndefined()
})

test('a number becomes a tel: link, an address a mailto: link', () => {
  expect(phoneLink('+52 222 123 4567')).toBe('tel:+522221234567')
  expect(phoneLink('222-123-4567')).toBe('tel:2221234567')
  expect(mailLink('mariana@correo.example')).toBe('mailto:mariana@correo.example')
})
