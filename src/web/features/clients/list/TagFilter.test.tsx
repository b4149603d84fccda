import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { ClientDto } from '#contract/clients.ts'
import { show } from '#test/support/web/show.tsx'
import { TagFilter } from './TagFilter.tsx'
import { type ClientList, readList } from './client-list.ts'

const clients = [{ tags: ['vip', 'virtual'] }] as ClientDto[]

/** The tags that were asked for, in order. */
let asked: ClientList['tag'][]
let filterBy: (tag: string | null) => void

function Field() {
  const [list, setList] = useState(() => readList(new URLSearchParams()))
  useEffect(() => {
    filterBy = (tag) => setList({ ...list, tag })
  })
  const showList = (next: ClientList) => {
    asked.push(next.tag)
    setList(next)
  }
  return <TagFilter list={list} show={showList} clients={clients} />
}

const tagField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Etiqueta' })
const press = (key: string) => fireEvent.keyDown(tagField(), { key, code: key })
const type = (value: string) => fireEvent.change(tagField(), { target: { value } })

beforeEach(() => {
  asked = []
})

test('the field of the tag keeps the focus after Enter', () => {
  show(<Field />)
  tagField().focus()
  type('vip')
  press('Enter')
  expect(asked).toEqual(['vip'])
  expect(document.activeElement).toBe(tagField())
})

test('Enter on a suggested tag asks for that tag alone', async () => {
  show(<Field />)
  tagField().focus()
  fireEvent.click(tagField())
  type('vi')
  await screen.findByText('virtual')
  press('ArrowDown')
  press('ArrowDown')
  press('Enter')
  expect(asked).toEqual(['virtual'])
})

test('Enter after typing on asks for what is typed, whatever suggestion the arrows led to before', async () => {
  show(<Field />)
  tagField().focus()
  fireEvent.click(tagField())
  type('vi')
  await screen.findByText('virtual')
  press('ArrowDown')
  type('vip')
  press('Enter')
  expect(asked).toEqual(['vip'])
})

test('the field shows a tag that is chosen elsewhere, and is empty once none is', () => {
  show(<Field />)
  act(() => filterBy('vip'))
  expect(tagField().value).toBe('vip')
  act(() => filterBy(null))
  expect(tagField().value).toBe('')
})
