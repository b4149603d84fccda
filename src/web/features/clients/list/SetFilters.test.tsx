import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { readList } from './client-list.ts'
import { SetFilters } from './SetFilters.tsx'

test('each filter is named, and removes itself alone', () => {
  const change = vi.fn()
  const list = readList(
    new URLSearchParams({ search: 'ana', attention: 'true', tag: 'Liderazgo', page: '2' }),
  )
  show(<SetFilters list={list} show={change} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Necesitan atención',
    'Etiqueta: Liderazgo',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Quitar el filtro Etiqueta: Liderazgo' }))
  expect(change).toHaveBeenCalledWith({ ...list, tag: null, page: 1 })
})

test('a list without filters has nothing to remove', () => {
  show(<SetFilters list={readList(new URLSearchParams({ search: 'ana' }))} show={() => undefined} />)
  expect(screen.queryByRole('list')).toBeNull()
})
