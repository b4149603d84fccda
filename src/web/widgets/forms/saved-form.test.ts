import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { whenSaved } from './saved-form.ts'

/** A form whose settings are fetched again while it is edited, without a component. */
function settingsForm() {
  const form = createFormControl({
    defaultValues: { name: 'Ana', city: '', zoom: '' },
    resetOptions: { keepDirtyValues: true },
  })
  form.subscribe({ formState: { dirtyFields: true, isDirty: true }, callback: () => undefined })
  for (const name of ['name', 'city', 'zoom'] as const) form.register(name)
  const type = (name: 'name' | 'city' | 'zoom', text: string) =>
    form.setValue(name, text, { shouldDirty: true })
  return { form, type }
}

test('a form shows what was saved, except for later edits', () => {
  const { form, type } = settingsForm()
  type('name', ' Eva ')
  type('zoom', 'zoom.us/j/1')
  const showSaved = whenSaved(form)
  type('city', 'Puebla')
  showSaved({ name: 'Eva', city: '', zoom: 'https://zoom.us/j/1' })
  expect(form.getValues()).toEqual({ name: 'Eva', city: 'Puebla', zoom: 'https://zoom.us/j/1' })
})
