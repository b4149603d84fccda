import { Button } from '@mantine/core'
import { IconCalendarPlus, IconClockCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CalendarDate } from '#time/calendar-date.ts'
import { useCanBook } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { newSessionPlace } from '../new-session-link.ts'
import classes from './CalendarActions.module.css'

/**
 * Links from the calendar to a new session and, for a coach, to the weekly hours. A client whose coach takes no requests
 * reads that in their place: a tap on a free hour would do nothing.
 */
export function CalendarActions({ date, today }: { date: CalendarDate; today: CalendarDate }) {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  const isCoach = viewer.side === 'coach'
  const canBook = useCanBook()
  return (
    <>
      {isCoach && (
        // On a phone it is in the menu of the calendar.
        <Button
          component={Link}
          to={paths.calendarSettings()}
          variant="default"
          visibleFrom="sm"
          leftSection={<IconClockCog size={18} aria-hidden="true" />}
        >
          {t('hours')}
        </Button>
      )}
      {(isCoach || canBook) && (
        <Button
          component={Link}
          to={newSessionPlace(viewer, date, today)}
          // On a phone a coach has it in the bar at the foot.
          {...(isCoach && { visibleFrom: 'sm' })}
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
        >
          {t('newSession')}
        </Button>
      )}
      {!isCoach && !canBook && <p className={classes.closed}>{t('cannotBook')}</p>}
    </>
  )
}
