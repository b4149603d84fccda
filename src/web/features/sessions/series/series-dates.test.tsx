import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { SERIES_DATES, showSeriesDates } from './series-dates.ts'

test('what is wrong with a series leads to its dates, for the eye and the keyboard', () => {
  show(<section id={SERIES_DATES} tabIndex={-1} aria-label="Fechas" />)
  const dates = screen.getByRole('region', { name: 'Fechas' })
  const scrolled = vi.fn<() => void>()
  dates.scrollIntoView = scrolled
  showSeriesDates()
  expect(document.activeElement).toBe(dates)
  expect(scrolled).toHaveBeenCalledOnce()
})
