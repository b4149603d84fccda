import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { JoinButton } from '#web/widgets/JoinButton.tsx'
import { SessionCard } from '#web/widgets/SessionCard.tsx'
import { isJoinable } from '#web/widgets/session-look.ts'
import type { Viewer } from '#web/widgets/viewer.ts'
import { agendaDays } from '../agenda.ts'
import classes from './Agenda.module.css'

type Props = { sessions: readonly SessionListItem[]; viewer: Viewer; today: CalendarDate }

/** A week as a list, day by day: for screens too narrow for a grid. */
export function Agenda({ sessions, viewer, today }: Props) {
  const { t } = useTranslation('calendar')
  const language = currentLanguage()
  return agendaDays(sessions, viewer.timezone).map(({ date, sessions: ofDay }) => (
    <Card
      key={date}
      title={
        <span className={classes.day}>
          <span className={classes.name}>{formatDayLong(date, viewer.timezone, language)}</span>
          {date === today && <span className={classes.today}>{t('today')}</span>}
        </span>
      }
    >
      {ofDay.map((session) => (
        <SessionCard
          key={session.id}
          session={session}
          viewer={viewer}
          timeOnly
          actions={isJoinable(session) && <JoinButton session={session} variant="light" />}
        />
      ))}
    </Card>
  ))
}
