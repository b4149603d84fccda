import { IconNote } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { StatusIcon } from '#web/widgets/session/SessionStatus.tsx'
import { otherParty, statusWord } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Span } from '#web/widgets/times/span.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { stateOf, type Entry } from '../entries.ts'
import { timesText, wholeDays } from '../span-text.ts'
import classes from './CalendarGrid.module.css'
import { KindIcon } from '../board/KindIcon.tsx'
import type { Shown } from './grid-events.ts'

type Props = {
  shown: Shown
  /** The drawn interval; during a drag it differs from the stored one. */
  drawn: Span | undefined
  viewer: Viewer
  compact: boolean
}

/** The content of a box in the grid: time, title and status in words. */
export function GridEntry({ shown: { entry, note, title }, drawn, viewer, compact }: Props) {
  const { t } = useTranslation('calendar')
  const status = useStatus(entry, viewer)
  const language = currentLanguage()
  if (note?.kind === 'memorandum') {
    return (
      <span className={`${classes.entry} ${classes.ofDay} ${classes.oneLine}`} title={title}>
        <IconNote size={14} aria-hidden="true" />
        {title}
      </span>
    )
  }
  // Notes of a whole day, and a range that is being drawn.
  if (title !== undefined && !entry) {
    // The days of a month have room for few lines: the whole text is in the tooltip.
    const look = note && (compact ? `${classes.ofDay} ${classes.oneLine}` : classes.ofDay)
    return (
      <span className={`${classes.entry} ${look ?? ''}`} {...(note && compact && { title })}>
        {title}
      </span>
    )
  }
  if (!drawn) return null
  const time = compact
    ? !wholeDays(drawn, viewer.timezone) && formatTime(drawn.start, viewer.timezone)
    : timesText(drawn, viewer.timezone, language, t('wholeDay'))
  return (
    <span
      className={classes.entry}
      data-compact={compact || undefined}
      data-kind={entry?.kind}
      data-state-colour={entry && stateOf(entry)}
    >
      <span className={classes.words}>
        <span className={classes.time}>
          {/* The words of the status have no room in a month or beside others: colour alone would not be accessible. */}
          {entry?.kind === 'session' && <StatusIcon session={entry.session} size={14} />}
          {entry && <KindIcon entry={entry} />}
          {time}
        </span>
        <span className={classes.title}>
          {compact ? (
            shortTitle(entry, title, viewer)
          ) : (
            <Title whole={title} short={shortTitle(entry, title, viewer)} />
          )}
        </span>
        {status !== undefined && (
          <span className={compact ? 'visually-hidden' : classes.status}>{status}</span>
        )}
      </span>
    </span>
  )
}

/** In a narrow column the person is seen and what comes before them is only read out ("Sesión 7 con"). */
function Title({ whole, short }: { whole: string | undefined; short: string | undefined }) {
  if (whole === undefined || short === undefined || whole === short || !whole.endsWith(short)) return whole
  return (
    <>
      <span className={classes.before}>{whole.slice(0, -short.length)}</span>
      {short}
    </>
  )
}

/** A month has little room: the name of the other person or the group. */
function shortTitle(entry: Entry | undefined, title: string | undefined, viewer: Viewer): string | undefined {
  if (entry?.kind !== 'session' && entry?.kind !== 'move') return title
  return entry.session.group?.name ?? otherParty(entry.session, viewer)?.name ?? title
}

/** The status in words. */
function useStatus(entry: Entry | undefined, { side }: Viewer): string | undefined {
  const { t } = useTranslation(['sessions', 'calendar'])
  const now = useNow()
  if (entry?.kind === 'move') return t('calendar:kinds.move')
  return entry?.kind === 'session' ? t(`statuses.${statusWord(entry.session, side, now)}`) : undefined
}
