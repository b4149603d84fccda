import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readFieldError } from '#contract/field-errors.ts'
import validation from '../../../../public/locales/es-MX/validation.json' with { type: 'json' }
import { cleaned, schemaResolver, parsedNumber } from './form-model.ts'

const Model = z.strictObject({
  name: z.string().trim().min(2).max(5),
  email: z.string().pipe(z.email('email_invalid')),
  minutes: z.int().min(15).max(240).multipleOf(5),
  note: z.string().min(3).optional(),
  agreed: z.literal(true, 'acceptance_required'),
  parts: z
    .array(z.strictObject({ text: z.string().min(1) }))
    .min(1)
    .max(2),
})

const good = { name: 'Ana', email: 'a@b.mx', minutes: 60, agreed: true, parts: [{ text: 'x' }] }

async function check(values: object) {
  const resolver = schemaResolver(Model)
  const { errors, values: parsed } = await resolver(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return { errors: errors as Record<string, { message?: string }>, parsed }
}

const codeOf = async (over: object, field = Object.keys(over)[0] ?? '') =>
  (await check({ ...good, ...over })).errors[field]?.message

describe('a form validated by the contract', () => {
  test('that is valid has no errors', async () => {
    expect((await check(good)).errors).toEqual({})
  })

  test.each([
    [{ name: '' }, 'required'],
    [{ name: '   ' }, 'required'],
    [{ name: undefined }, 'required'],
    [{ name: 'A' }, 'too_short|minimum=2'],
    [{ name: 'Anastasia' }, 'too_long|maximum=5'],
    [{ email: 'nonsense' }, 'email_invalid'],
    [{ email: '' }, 'required'],
    [{ minutes: '' }, 'required'],
    [{ minutes: 10 }, 'too_small|minimum=15'],
    [{ minutes: 245 }, 'too_big|maximum=240'],
    [{ minutes: 17 }, 'not_multiple_of|divisor=5'],
    [{ minutes: '60' }, 'invalid_type'],
    [{ note: 'x' }, 'too_short|minimum=3'],
    [{ agreed: false }, 'acceptance_required'],
    [{ parts: [] }, 'too_few|minimum=1'],
  ])('%j is told as %s', async (over, code) => {
    expect(await codeOf(over)).toBe(code)
    expect(Object.keys(validation)).toContain(readFieldError(code).key)
  })

  test('an optional field left empty is no error (spec §5)', async () => {
    expect((await check({ ...good, note: '' })).errors).toEqual({})
  })
})

// @spec 5.9
describe('cleaning (spec §5: empty strings become undefined)', () => {
  test('at any depth, and nothing else changes', () => {
    expect(
      cleaned({ a: '', b: ' ', c: 0, d: false, e: null, f: 'x', g: { h: '', i: [{ j: '' }, 'k'] } }),
    ).toEqual({
      c: 0,
      d: false,
      e: null,
      f: 'x',
      g: { i: [{}, 'k'] },
    })
  })
})

// @spec 5.9
test('numeric inputs parse to numbers, with an empty string when invalid (spec §5)', () => {
  expect(['60', ' 7 ', '2,5', '-1', '', ' ', 'x', '1e999'].map(parsedNumber)).toEqual([
    60,
    7,
    2.5,
    -1,
    '',
    '',
    '',
    '',
  ])
})
