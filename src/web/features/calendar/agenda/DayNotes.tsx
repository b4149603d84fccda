import { Anchor } from '@mantine/core'
import { IconCalendarStar, IconCircle, IconClockCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { noteKey, noteLink, type DayNote, type MemorandumNote } from '../entries.ts'
import classes from './DayNotes.module.css'
import { noteTitle } from '#web/features/calendar/grid/grid-events.ts'

const ICONS = {
  holiday: IconCalendarStar,
  override: IconClockCog,
  // As in the lists of actions: what is ticked is done.
  action: IconCircle,
}

type Props = { notes: readonly Exclude<DayNote, MemorandumNote>[] }

/** Holidays, overridden hours and due actions of a day: what belongs to the whole day. */
export function DayNotes({ notes }: Props) {
  const { t } = useTranslation(['calendar', 'schedule'])
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes}>
      {notes.map((note) => {
        const NoteIcon = ICONS[note.kind]
        const title = noteTitle(note, t)
        const link = noteLink(note)
        return (
          <li key={noteKey(note)} className={classes.note}>
            <NoteIcon size={18} aria-hidden="true" />
            {link === undefined ? (
              title
            ) : (
              <Anchor
                component={Link}
                to={link}
                inherit
                className={`lone-link ${classes.link}`}
                title={title}
              >
                {title}
              </Anchor>
            )}
          </li>
        )
      })}
    </ul>
  )
}
