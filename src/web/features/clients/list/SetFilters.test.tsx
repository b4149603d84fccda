import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
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

test('the keyboard goes on with the filter that is then in its place', () => {
  function Filtered() {
    const [list, setList] = useState(
      readList(new URLSearchParams({ attention: 'true', status: 'paused', tag: 'Liderazgo' })),
    )
    return <SetFilters list={list} show={setList} />
  }
  show(<Filtered />)
  const remove = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  remove('Quitar el filtro En pausa')
  const last = screen.getByRole('button', { name: 'Quitar el filtro Etiqueta: Liderazgo' })
  expect(document.activeElement).toBe(last)
  remove('Quitar el filtro Etiqueta: Liderazgo')
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Quitar el filtro Necesitan atención' }),
  )
})
