import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { TimeSelect } from './TimeSelect.tsx'

const field = () => screen.getByRole('combobox', { name: 'From' })
const choices = () => screen.getAllByRole('option').map((option) => option.textContent)

test('a time reads as everywhere else, and its value stays whole', () => {
  const choose = vi.fn()
  show(<TimeSelect label="From" value="09:00" onChange={choose} />)
  expect(field()).toHaveProperty('value', '9:00')
  fireEvent.click(field())
  fireEvent.click(screen.getByRole('option', { name: '8:15' }))
  expect(choose).toHaveBeenCalledExactlyOnceWith('08:15')
})

test.each([
  ['08', ['8:00', '8:15', '8:30', '8:45']],
  ['8', ['8:00', '8:15', '8:30', '8:45']],
  ['8:3', ['8:30']],
])('typing %s finds it', (typed, found) => {
  show(<TimeSelect label="From" value="09:00" onChange={vi.fn()} />)
  fireEvent.click(field())
  act(() => field().focus())
  fireEvent.input(field(), { target: { value: typed } })
  expect(choices()).toEqual(found)
})
