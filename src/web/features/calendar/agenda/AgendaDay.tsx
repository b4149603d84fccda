import { useTranslation } from 'react-i18next'
import type { CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { linesOf, noteKey, type Day, type Entry } from '../entries.ts'
import classes from './AgendaDay.module.css'
import { AgendaEntry } from './AgendaEntry.tsx'
import { DayNotes } from './DayNotes.tsx'
import { MemorandumLine } from './MemorandumLine.tsx'

type Props = { day: Day; today: CalendarDate; onOpen: (entry: Entry, at: DOMRect) => void }

/** One day as a list: the notes about the whole of it, then its entries and memorandums by time. */
export function AgendaDay({ day, today, onOpen }: Props) {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  const { date, notes } = day
  const wholeDay = notes.filter((note) => note.kind !== 'memorandum')
  const lines = linesOf(day, viewer.timezone)
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
      <DayNotes notes={wholeDay} />
      {wholeDay.length + lines.length === 0 && (
        <p className={classes.free}>{t(date === today ? 'freeToday' : 'freeDay')}</p>
      )}
      {lines.length > 0 && (
        <ul className={classes.entries}>
          {lines.map((line) =>
            line.kind === 'memorandum' ? (
              <MemorandumLine key={noteKey(line)} memorandum={line.memorandum} />
            ) : (
              <AgendaEntry key={line.id} entry={line} onOpen={onOpen} />
            ),
          )}
        </ul>
      )}
    </Card>
  )
}
