import { Button } from '@mantine/core'
import { IconCalendarPlus, IconClockCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCanBook } from '#web/app/store/store.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'

/** The ways from the calendar to a new session and, for a coach, to the hours behind it. */
export function CalendarActions() {
  const { t } = useTranslation('calendar')
  const isCoach = useViewer().side === 'coach'
  const canBook = useCanBook()
  return (
    <>
      {isCoach && (
        <Button
          component={Link}
          to={paths.calendarSettings()}
          variant="default"
          leftSection={<IconClockCog size={18} aria-hidden="true" />}
        >
          {t('hours')}
        </Button>
      )}
      {(isCoach || canBook) && (
        <Button
          component={Link}
          to={isCoach ? paths.sessionNewCoach({ type: 'Client' }) : paths.sessionNew()}
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
        >
          {t('newSession')}
        </Button>
      )}
    </>
  )
}
