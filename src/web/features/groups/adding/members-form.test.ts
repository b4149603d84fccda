import { describe, expect, test } from 'vitest'
import { cleaned } from '#web/widgets/forms/form-model.ts'
import { MOST_PEOPLE, PeopleForm, nobody } from './members-form.ts'

const person = (n: number) => ({ name: 'Ana', lastName: 'López', email: `ana${n}@correo.mx` })
const crowd = (count: number) => Array.from({ length: count }, (_, n) => person(n))
const problems = (people: object[]) =>
  PeopleForm.safeParse(cleaned({ people })).error?.issues.map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  ) ?? []

// @spec P.40
describe('new people of a group (product §7)', () => {
  test('need a name, last names and an address', () => {
    expect(problems([person(1)])).toEqual([])
    expect(problems([nobody]).map((problem) => problem.split(' ')[0])).toEqual([
      'people.0.name',
      'people.0.lastName',
      'people.0.email',
    ])
  })

  test('have errors at the row and field with missing data', () => {
    expect(problems([person(1), { ...person(2), email: 'ana' }])).toEqual(['people.1.email email_invalid'])
    expect(problems([person(1), { ...person(2), lastName: '' }])[0]).toMatch(/^people\.1\.lastName /)
  })

  test('are unique, and at most as many as one request accepts', () => {
    expect(problems([person(1), person(2), { ...person(3), email: 'ANA1@correo.mx' }])).toEqual([
      'people.2.email email_repeated',
    ])
    expect(problems(crowd(MOST_PEOPLE))).toEqual([])
    expect(problems(crowd(MOST_PEOPLE + 1))).toHaveLength(1)
    expect(problems([])).toHaveLength(1)
  })
})
