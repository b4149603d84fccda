/** Where the dates of a series are, in its form. */
export const SERIES_DATES = 'series-dates'

/** Brings the dates of a series into sight, and the keyboard to them. */
export function showSeriesDates(): void {
  const dates = document.getElementById(SERIES_DATES)
  dates?.focus({ preventScroll: true })
  dates?.scrollIntoView({ block: 'start' })
}
