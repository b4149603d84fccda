import { expect, test } from 'vitest'
import { whenSaved } from './saved-form.ts'

test('a form stands on what was saved, but for what was typed meanwhile', () => {
  // What react-hook-form does with its values, without a screen around it.
  const values: Record<string, string> = { name: ' Eva ', city: '' }
  const form = {
    getValues: () => values,
    reset: (saved: object) => void Object.assign(values, saved),
    setValue: (name: string, value: string) => void (values[name] = value),
  }
  const showSaved = whenSaved<Record<string, string>>(form as never)
  values['city'] = 'Puebla'
  showSaved({ name: 'Eva', city: '' })
  expect(values).toEqual({ name: 'Eva', city: 'Puebla' })
})
