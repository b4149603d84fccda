import { expect, test, vi } from 'vitest'
import { showFailure } from './errors.ts'
import { ApiFailure } from './failure.ts'

const taken = new ApiFailure('group.name_taken', 409, 'Ya tienes un grupo con este nombre.')

test('a refusal is shown at its field, even if the server names none; otherwise under the form', () => {
  const setError = vi.fn<(...error: unknown[]) => void>()
  const form = { setError, getValues: () => ({ name: 'Líderes' }) } as never
  showFailure(taken, { form, about: { 'group.name_taken': 'name' } })
  expect(setError).toHaveBeenLastCalledWith(
    'name',
    { type: 'server', message: taken.text },
    { shouldFocus: true },
  )
  showFailure(taken, { form, about: { 'group.capacity_below_members': 'capacity' } })
  expect(setError).toHaveBeenLastCalledWith('root.server', { type: 'server', message: taken.text })
})
