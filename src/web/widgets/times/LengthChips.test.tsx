import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { LengthChips } from './LengthChips.tsx'

function Field({ anyLength }: { anyLength: boolean }) {
  const [minutes, setMinutes] = useState(60)
  return (
    <>
      <LengthChips lengths={[45, 60]} value={minutes} onChange={setMinutes} anyLength={anyLength} />
      <output>{minutes}</output>
    </>
  )
}

const chosen = () => screen.getByRole('status').textContent

test('a coach types any length within bounds, and goes back to an offered one', () => {
  show(<Field anyLength />)
  fireEvent.click(screen.getByRole('radio', { name: 'Otra' }))
  const minutes = screen.getByRole('textbox', { name: 'Minutos' })
  fireEvent.change(minutes, { target: { value: '50' } })
  expect(chosen()).toBe('50')
  fireEvent.change(minutes, { target: { value: '500' } })
  expect(chosen()).toBe('240')
  fireEvent.click(screen.getByRole('radio', { name: '45 min' }))
  expect(chosen()).toBe('45')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a client chooses among the offered ones', () => {
  show(<Field anyLength={false} />)
  expect(screen.getAllByRole('radio')).toHaveLength(2)
})
