import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showHook } from '#test/support/web/show.tsx'
import { useSteady } from './use-steady.ts'

let grid: HTMLElement
beforeEach(() => {
  grid = document.body.appendChild(document.createElement('div'))
})
afterEach(() => grid.remove())

const open = () =>
  showHook<ReturnType<typeof useSteady<string>>, string>(
    (newest) => useSteady(newest, { current: grid }),
    'old',
  )

test('what is drawn is frozen while the mouse is down, and the newest afterwards', () => {
  const { result, rerender } = open()
  fireEvent.mouseDown(grid)
  rerender('new')
  expect(result.current.value).toBe('old')
  // Released outside the grid, even outside the page.
  fireEvent.mouseUp(window)
  expect(result.current.value).toBe('new')
})

test('a finger freezes it as well, and lifting or losing it ends that', () => {
  const { result, rerender } = open()
  const entry = grid.appendChild(document.createElement('span'))
  for (const end of ['touchEnd', 'touchCancel'] as const) {
    rerender('old')
    fireEvent.touchStart(entry)
    rerender('new')
    expect(result.current.value).toBe('old')
    fireEvent[end](entry)
    expect(result.current.value).toBe('new')
  }
})

test('a drag keeps it frozen after the mouse is up, until the drag has been reported', () => {
  const { result, rerender } = open()
  fireEvent.mouseDown(grid)
  act(() => result.current.dragging.start())
  rerender('new')
  fireEvent.mouseUp(window)
  expect(result.current.value).toBe('old')
  act(() => result.current.dragging.stop())
  expect(result.current.value).toBe('new')
})

test('a drag that never ended does not freeze it for good: the next press starts again', () => {
  const { result, rerender } = open()
  fireEvent.mouseDown(grid)
  act(() => result.current.dragging.start())
  fireEvent.mouseUp(window)
  fireEvent.mouseDown(grid)
  rerender('new')
  fireEvent.mouseUp(window)
  expect(result.current.value).toBe('new')
})

test('nothing is left on the window when the grid is gone', () => {
  const { result, rerender, unmount } = open()
  fireEvent.mouseDown(grid)
  rerender('new')
  unmount()
  fireEvent.mouseUp(window)
  expect(result.current.value).toBe('old')
})
