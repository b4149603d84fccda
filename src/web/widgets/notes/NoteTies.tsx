import { IconCalendarEvent, IconTarget } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NoteItem } from '#contract/notes/notes.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useNoteTime } from './use-note-time.ts'
import classes from './NoteTies.module.css'

/** What a note is tied to, as far as its reader may open it. */
export type Tied = Pick<NoteItem, 'about' | 'sessionId' | 'sessionStartsAt' | 'goalId' | 'goalTitle'>

/** The session and the goal of a note, as links (product §13). Absent where it has neither. */
export function NoteTies({ note: { about, sessionId, sessionStartsAt, goalId, goalTitle } }: { note: Tied }) {
  const { t } = useTranslation('notes')
  const { side } = useViewer()
  const noteTime = useNoteTime()
  const hasSession = sessionId !== null && sessionStartsAt !== null
  const hasGoal = goalId !== null && goalTitle !== null
  if (!hasSession && !hasGoal) return null
  return (
    <span className={classes.ties}>
      {hasSession && (
        <Link to={paths.sessionView({ sessionId })} className={classes.tie}>
          <IconCalendarEvent size={15} aria-hidden="true" />
          {t('ties.sessionOf', { date: noteTime(sessionStartsAt) })}
        </Link>
      )}
      {hasGoal && (
        <Link
          to={
            side === 'coach'
              ? paths.goalsOf({ type: about.type, itemId: about.id, open: goalId })
              : paths.goals({ open: goalId })
          }
          className={classes.tie}
        >
          <IconTarget size={15} aria-hidden="true" />
          {t('ties.goalOf', { title: goalTitle })}
        </Link>
      )}
    </span>
  )
}
