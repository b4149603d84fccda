import { useTranslation } from 'react-i18next'
import { formatTime } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { StatusIcon } from '#web/widgets/session/SessionStatus.tsx'
import { otherParty, statusWord } from '#web/widgets/session/session-look.ts'
import type { Span } from '#web/widgets/forms/span-form.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { Entry } from '../entries.ts'
import { timesText, wholeDays } from '../span-text.ts'
import classes from './CalendarGrid.module.css'
import { KindIcon } from './KindIcon.tsx'
import type { Shown } from './grid-events.ts'

type Props = {
  shown: Shown
  /** Where it is drawn, which while it is dragged is not where it stands. */
  drawn: Span | undefined
  viewer: Viewer
  compact: boolean
}

/** What stands in a box of the grid: when, what, and its state in words. */
export function GridEntry({ shown: { entry, title }, drawn, viewer, compact }: Props) {
  const { t } = useTranslation('calendar')
  const status = useStatus(entry, viewer, compact)
  const language = currentLanguage()
  // What concerns a whole day, and a range that somebody draws.
  if (title !== undefined && !entry) return <span className={classes.entry}>{title}</span>
  if (!drawn) return null
  const time = compact
    ? !wholeDays(drawn, viewer.timezone) && formatTime(drawn.start, viewer.timezone)
    : timesText(drawn, viewer.timezone, language, t('wholeDay'))
  return (
    <span className={classes.entry} data-compact={compact || undefined}>
      <span className={classes.words}>
        <span className={classes.time}>
          {/* Where the state has no room in words, it has a sign: its colour alone would not say it. */}
          {compact && entry?.kind === 'session' && <StatusIcon session={entry.session} size={14} />}
          {entry && <KindIcon entry={entry} />}
          {time}
        </span>
        <span className={classes.title}>{compact ? shortTitle(entry, title, viewer) : title}</span>
        {status !== undefined && (
          <span className={compact ? 'visually-hidden' : classes.status}>{status}</span>
        )}
      </span>
    </span>
  )
}

/** In a month there is room for few words: a coach looks for the person or the group. */
function shortTitle(entry: Entry | undefined, title: string | undefined, viewer: Viewer): string | undefined {
  if (viewer.side === 'client' || (entry?.kind !== 'session' && entry?.kind !== 'move')) return title
  return entry.session.group?.name ?? otherParty(entry.session, viewer)?.name ?? title
}

/** The state in words; that somebody asks to move is in a title that is written out. */
function useStatus(entry: Entry | undefined, { side }: Viewer, compact: boolean): string | undefined {
  const { t } = useTranslation(['sessions', 'calendar'])
  if (entry?.kind === 'move' && compact) return t('calendar:kinds.move')
  return entry?.kind === 'session' ? t(`statuses.${statusWord(entry.session, side)}`) : undefined
}
