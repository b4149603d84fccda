import { Anchor } from '@mantine/core'
import { IconCalendarStar, IconCheckbox, IconClockCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import type { DayNote } from '../entries.ts'
import classes from './DayNotes.module.css'
import { noteTitle } from '#web/features/calendar/grid/grid-events.ts'

const ICONS = { holiday: IconCalendarStar, override: IconClockCog, action: IconCheckbox }

/** Holidays, overridden hours and due actions of a day. */
export function DayNotes({ notes }: { notes: readonly DayNote[] }) {
  const { t } = useTranslation(['calendar', 'schedule'])
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes}>
      {notes.map((note) => {
        const NoteIcon = ICONS[note.kind]
        const title = noteTitle(note, t)
        return (
          <li
            key={`${note.kind} ${note.kind === 'action' ? note.action.id : title}`}
            className={classes.note}
          >
            <NoteIcon size={18} aria-hidden="true" />
            {note.kind === 'action' ? (
              <Anchor component={Link} to={paths.actions()} inherit className="lone-link">
                {title}
              </Anchor>
            ) : (
              title
            )}
          </li>
        )
      })}
    </ul>
  )
}
