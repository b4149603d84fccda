import { expect, test } from 'vitest'
import { type Titled, titleFor } from './titles.domain.ts'

const words = {
  text: (language: string, key: string, params: object) => JSON.stringify([language, key, params]),
}
const session: Titled = { title: null, number: 3, coachName: 'Ana', clientName: 'Mariana', groupName: null }
const read = (more: Partial<Titled>, side: 'coach' | 'client') =>
  titleFor({ ...session, ...more }, { side, language: 'es-MX' }, words)
const made = (params: object, key = 'session_title') => JSON.stringify(['es-MX', `defaults:${key}`, params])

// product §9
// @spec P.10
test('a title that nobody chose names the other person, or the group', () => {
  expect(read({}, 'coach')).toBe(made({ name: 'Mariana', number: 3 }))
  expect(read({}, 'client')).toBe(made({ name: 'Ana', number: 3 }))
  const group = { clientName: null, groupName: 'Círculo' }
  expect(read(group, 'coach')).toBe(made({ name: 'Círculo', number: 3 }))
  expect(read(group, 'client')).toBe(made({ name: 'Círculo', number: 3 }))
})

test('one that is off has no number, and a title that was chosen is read by both', () => {
  expect(read({ number: null }, 'client')).toBe(made({ name: 'Ana' }, 'session_title_off'))
  expect(read({ title: 'Cierre' }, 'client')).toBe('Cierre')
  expect(read({ title: 'Cierre', number: null }, 'coach')).toBe('Cierre')
})
