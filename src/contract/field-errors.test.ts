import { expect, test } from 'vitest'
import { z } from 'zod'
import { MOST_FIELDS, fieldErrors } from './field-errors.ts'

const Body = z.strictObject({ people: z.array(z.strictObject({ name: z.string() })) })
const errorsOf = (input: unknown) => fieldErrors(Body.safeParse(input).error!, input)

test('a refusal names each field once, and not more than can be read', () => {
  expect(errorsOf({ people: [{ name: 1, age: 2 }], color: 'red' })).toEqual({
    'people.0.name': 'invalid_type',
    'people.0.age': 'unknown_key',
    'color': 'unknown_key',
  })
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, 1]))
  const wrong = Array.from({ length: 2 }, () => ({ ...keys, name: 1 }))
  for (const input of [{ people: [], ...keys }, { people: wrong }, { people: [1, ...wrong] }]) {
    expect(Object.keys(errorsOf(input))).toHaveLength(MOST_FIELDS)
  }
  expect(Object.keys(errorsOf({ people: Array(5_000).fill(1) }))).toHaveLength(MOST_FIELDS)
})
