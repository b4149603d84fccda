import { useTranslation } from 'react-i18next'
import type { CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import type { Day, Entry } from '../entries.ts'
import classes from './AgendaDay.module.css'
import { AgendaEntry } from './AgendaEntry.tsx'
import { DayNotes } from './DayNotes.tsx'

type Props = { day: Day; today: CalendarDate; onOpen: (entry: Entry, at: DOMRect) => void }

/** One day as a list: its notes, then its entries by time. */
export function AgendaDay({ day: { date, notes, entries }, today, onOpen }: Props) {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  return (
    <Card
      className={classes.card}
      title={
        <span className={classes.day}>
          <span className={classes.name}>{formatDayLong(date, viewer.timezone, currentLanguage())}</span>
          {date === today && <span className={classes.today}>{t('today')}</span>}
        </span>
      }
    >
      <DayNotes notes={notes} />
      {notes.length + entries.length === 0 && (
        <p className={classes.free}>{t(date === today ? 'freeToday' : 'freeDay')}</p>
      )}
      {entries.length > 0 && (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <AgendaEntry key={entry.id} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </Card>
  )
}
