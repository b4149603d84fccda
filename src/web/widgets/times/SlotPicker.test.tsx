import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { calendarDate } from '#time/calendar-date.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { show } from '#test/support/web/show.tsx'
import { SlotPicker } from './SlotPicker.tsx'

const MEXICO = 'America/Mexico_City'
// 9:00 and 20:00 in Mexico City.
const starts = [fromIso('2027-02-04T15:00:00.000Z'), fromIso('2027-02-05T02:00:00.000Z')]
const day = { date: calendarDate('2027-02-04'), starts }

const pick = (zone: string | null, chosen: readonly EpochMs[] = [], onChoose = vi.fn()) => {
  const other = zone === null ? null : { timezone: zone, role: 'client' as const, name: 'Mariana' }
  show(<SlotPicker day={day} timezone={MEXICO} other={other} chosen={chosen} onChoose={onChoose} />)
  return { onChoose, slots: screen.getAllByRole('button') }
}

test('a start names the other person’s time only where their clock shows another one', () => {
  const { slots } = pick('America/Mexico_City')
  expect(slots.map(({ textContent }) => textContent)).toEqual(['9:00\u00a0h', '20:00\u00a0h'])
})

test('a start that is on another day for the other person names that day', () => {
  const { slots } = pick('Europe/Madrid')
  const [morning, evening] = slots.map(({ textContent }) => textContent)
  expect(morning).toMatch(/16:00/)
  expect(morning).not.toMatch(/viernes/i)
  expect(evening).toMatch(/viernes/i)
  expect(evening).toMatch(/3:00/)
})

test('chosen starts are pressed, and a click passes on the start', () => {
  const { slots, onChoose } = pick(null, [starts[1]!])
  expect(slots.map((slot) => slot.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  fireEvent.click(slots[0]!)
  expect(onChoose.mock.calls).toEqual([[starts[0]]])
})

test('the day is a group with its name, its parts have headings', () => {
  pick(null)
  expect(screen.getByRole('group').getAttribute('aria-label')).toMatch(/jueves 4 de febrero/i)
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Mañana', 'Noche'])
})
