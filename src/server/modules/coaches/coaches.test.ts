import { expect, test } from 'vitest'
import { hasMeetingLink } from './coaches.domain.ts'

const NOTHING = {
  meet: null,
  zoom: null,
  teams: null,
  skype: null,
  facetime: null,
  whatsapp: null,
  phone: null,
}

test.each([
  [{}, false],
  [{ meet: 'https://meet.google.com/abc' }, true],
  [{ phone: '55 1234 5678' }, true],
  [{ skype: 'ana.coach' }, true],
  // Stored before links were checked: it opens nothing.
  [{ zoom: 'mi sala' }, false],
  [{ whatsapp: 'hola' }, false],
])('%j is a meeting address: %s', (filled, somewhere) => {
  expect(hasMeetingLink({ ...NOTHING, ...filled })).toBe(somewhere)
})
