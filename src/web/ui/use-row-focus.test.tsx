import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useRowFocus } from './use-row-focus.ts'

function Rows({ canAdd = true }: { canAdd?: boolean }) {
  const [rows, setRows] = useState(['Uno', 'Dos', 'Tres'])
  const rowFocus = useRowFocus()
  return (
    <>
      {rows.map((row, at) => (
        <button
          key={row}
          type="button"
          ref={rowFocus.buttonAt(at)}
          onClick={() => {
            rowFocus.removed(at)
            setRows(rows.filter((each) => each !== row))
          }}
        >
          {row}
        </button>
      ))}
      <button type="button" ref={rowFocus.buttonAt(rows.length)} disabled={!canAdd}>
        Agregar
      </button>
    </>
  )
}

/** Removes a row as its own button does, and says where the focus is then. */
function remove(row: string): string | null | undefined {
  const button = screen.getByText(row)
  button.focus()
  fireEvent.click(button)
  return document.activeElement?.textContent
}

test('the focus goes to the row that comes next, and behind the last one to what adds a row', () => {
  render(<Rows />)
  expect([remove('Dos'), remove('Tres'), remove('Uno')]).toEqual(['Tres', 'Agregar', 'Agregar'])
})

test('where no row can be added it goes to the one before', () => {
  render(<Rows canAdd={false} />)
  expect([remove('Tres'), remove('Uno')]).toEqual(['Dos', 'Dos'])
})
