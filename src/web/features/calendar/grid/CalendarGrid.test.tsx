import { type ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { calendarDate } from '#time/calendar-date.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { DayNote } from '../entries.ts'
import { CalendarGrid } from './CalendarGrid.tsx'

const viewer: Viewer = {
  side: 'coach',
  userId: 'ana',
  coachId: 'ana',
  clientId: null,
  timezone: 'America/Mexico_City',
}

const showGrid = (change: Partial<ComponentProps<typeof CalendarGrid>>) =>
  show(
    <CalendarGrid
      view="month"
      date={calendarDate('2027-02-24')}
      entries={[]}
      notes={[]}
      viewer={viewer}
      hours={undefined}
      isSelecting={false}
      dragging={{} as never}
      onOpen={vi.fn()}
      onDay={vi.fn()}
      {...change}
    />,
  )

test.each([
  ['es-MX', 'dom', '21 de febrero de 2027'],
  ['en-US', 'Sun', 'February 21, 2027'],
])('in %s a week begins with "%s 21"', async (language, weekday, date) => {
  vi.spyOn(i18n, 'resolvedLanguage', 'get').mockReturnValue(language)
  signInCoach()
  const { findAllByRole } = showGrid({ view: 'week' })
  const [first] = await findAllByRole('columnheader')
  // Its whole date is for screen readers alone.
  expect(first?.textContent).toBe(`${date}${weekday} 21`)
})

test('in a month the closed days are shaded', async () => {
  signInCoach()
  const { findAllByRole } = showGrid({ closed: [calendarDate('2027-02-06'), calendarDate('2027-02-07')] })
  const shaded = (await findAllByRole('cell')).filter(({ className }) => /closed/.test(className))
  expect(shaded.map((cell) => cell.getAttribute('data-date'))).toEqual(['2027-02-06', '2027-02-07'])
})

const date = calendarDate('2027-02-24')
const memorandum = { kind: 'memorandum', date, memorandum: { id: 'm', time: '08:00' } } as DayNote
const holiday: DayNote = { kind: 'holiday', date, holiday: 'constitution', closed: true }

test.each([
  ['Memorándums', [memorandum]],
  ['Todo el día', [memorandum, holiday]],
])('the row above the hours is named after what it holds: %s', async (name, notes) => {
  signInCoach()
  const { findByText } = showGrid({ view: 'week', notes })
  expect(await findByText(name)).toBeTruthy()
})
