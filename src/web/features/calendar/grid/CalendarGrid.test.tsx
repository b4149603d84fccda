import { expect, test, vi } from 'vitest'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { calendarDate } from '#time/calendar-date.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { CalendarGrid } from './CalendarGrid.tsx'

const viewer: Viewer = {
  side: 'coach',
  userId: 'ana',
  coachId: 'ana',
  clientId: null,
  timezone: 'America/Mexico_City',
}

test.each([
  ['es-MX', 'dom', '21 de febrero de 2027'],
  ['en-US', 'Sun', 'February 21, 2027'],
])('in %s a week begins with "%s 21"', async (language, weekday, date) => {
  vi.spyOn(i18n, 'resolvedLanguage', 'get').mockReturnValue(language)
  signInCoach()
  const { findAllByRole } = show(
    <CalendarGrid
      view="week"
      date={calendarDate('2027-02-24')}
      entries={[]}
      notes={[]}
      viewer={viewer}
      hours={undefined}
      isSelecting={false}
      dragging={{} as never}
      onOpen={vi.fn()}
      onDay={vi.fn()}
    />,
  )
  const [first] = await findAllByRole('columnheader')
  // Its whole date is for screen readers alone.
  expect(first?.textContent).toBe(`${date}${weekday} 21`)
})
