import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'
import type { Day, Entry } from '../entries.ts'
import { timesText } from '../span-text.ts'
import classes from './AgendaDay.module.css'
import { DayNotes } from './DayNotes.tsx'
import { entryTitle } from '#web/features/calendar/board/grid-events.ts'
import { KindIcon } from '#web/features/calendar/board/KindIcon.tsx'

type Props = { day: Day; today: CalendarDate; onOpen: (entry: Entry, at: DOMRect) => void }

/** One day as a list: its notes, then its entries by time. */
export function AgendaDay({ day: { date, notes, entries }, today, onOpen }: Props) {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  return (
    <Card
      title={
        <span className={classes.day}>
          <span className={classes.name}>{formatDayLong(date, viewer.timezone, currentLanguage())}</span>
          {date === today && <span className={classes.today}>{t('today')}</span>}
        </span>
      }
    >
      <DayNotes notes={notes} />
      {entries.map((entry) =>
        entry.kind === 'session' ? (
          <SessionCard
            key={entry.id}
            session={entry.session}
            timeOnly
            actions={
              <>
                <JoinButton session={entry.session} variant="light" />
                <Options entry={entry} onOpen={onOpen} />
              </>
            }
          />
        ) : (
          <OtherEntry key={entry.id} entry={entry} onOpen={onOpen} />
        ),
      )}
    </Card>
  )
}

type EntryProps = { entry: Entry; onOpen: Props['onOpen'] }

function OtherEntry({ entry, onOpen }: EntryProps) {
  const { t } = useTranslation(['calendar', 'schedule'])
  const { side, timezone } = useViewer()
  return (
    <div className={classes.other} data-kind={entry.kind}>
      <KindIcon entry={entry} />
      <div className={classes.what}>
        <span className={classes.title}>{entryTitle(entry, side, t)}</span>
        <time className={classes.time}>{timesText(entry, timezone, currentLanguage(), t('wholeDay'))}</time>
      </div>
      <Options entry={entry} onOpen={onOpen} />
    </div>
  )
}

function Options({ entry, onOpen }: EntryProps) {
  const { t } = useTranslation(['calendar', 'schedule'])
  const { side } = useViewer()
  return (
    <ActionIcon
      className={classes.options}
      variant="subtle"
      size="lg"
      aria-label={t('options', { title: entryTitle(entry, side, t) })}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onOpen(entry, currentTarget.getBoundingClientRect())}
    >
      <IconDotsVertical size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
