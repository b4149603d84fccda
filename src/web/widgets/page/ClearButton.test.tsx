import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { ClearButton } from './ClearButton.tsx'

test('it is named after what narrows the list, words alone or filters too', () => {
  const onClear = vi.fn()
  const { rerender } = show(<ClearButton active={0} onClear={onClear} />)
  fireEvent.click(screen.getByRole('button', { name: 'Quitar búsqueda' }))
  expect(onClear).toHaveBeenCalledOnce()
  rerender(<ClearButton active={1} onClear={onClear} />)
  expect(screen.getByRole('button', { name: 'Quitar filtros' })).toBeTruthy()
})
