import { IconPinFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteItem } from '#contract/notes/notes.ts'
import { useNoteTime } from '#web/widgets/notes/use-note-time.ts'
import { NoteReaders } from '#web/widgets/notes/NoteReaders.tsx'
import { NoteTies } from '#web/widgets/notes/NoteTies.tsx'
import classes from './NoteList.module.css'

type Props = {
  note: NoteItem
  /** With the found words marked, in place of title and beginning. */
  title?: ReactNode
  text?: ReactNode
  /** Whom it is about, where notes of several are listed. */
  named?: boolean
  onOpen: () => void
}

/** One note of a list: what it is called, how it begins, and who reads it. */
export function NoteRow({ note, title, text, named = false, onOpen }: Props) {
  const { t } = useTranslation('notes')
  const noteTime = useNoteTime()
  const name = note.title || t('edit.untitled')
  return (
    <li>
      <button type="button" className={classes.row} aria-haspopup="dialog" onClick={onOpen}>
        <span className={classes.name}>
          {note.pinned && (
            <>
              <IconPinFilled size={15} role="img" aria-label={t('list.pinned')} />{' '}
            </>
          )}
          {title ?? name}
        </span>
        <span className={classes.excerpt}>{text ?? (note.excerpt || t('list.noText'))}</span>
        <span className={classes.facts}>
          {named && <span>{note.about.name}</span>}
          <NoteReaders note={note} />
          <span className={classes.time}>{noteTime(note.writtenAt)}</span>
          {note.tags.map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
        </span>
      </button>
      <NoteTies note={note} />
    </li>
  )
}
