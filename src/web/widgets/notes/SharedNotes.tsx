import { IconChevronDown } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteItem } from '#contract/notes/notes.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { noteQuery, notesQuery, type NoteFilter, type NotesOf } from './note.queries.ts'
import { useNoteTime } from './use-note-time.ts'
import { NoteTies } from './NoteTies.tsx'
import { RichTextView } from '#web/widgets/rich-text/RichTextView.tsx'
import classes from './SharedNotes.module.css'

type Props = { of: NotesOf; sessionId?: string }

/**
 * What a coach has shared, for who reads it: of one session, or all of it. Absent where there is nothing (product §13).
 */
export function SharedNotes({ of, sessionId }: Props) {
  const { t } = useTranslation('notes')
  const filter: NoteFilter = sessionId === undefined ? {} : { sessionId }
  const query = useInfiniteQuery(notesQuery(of, filter))
  const notes = query.data?.pages.flatMap(({ data }) => data) ?? []
  if (notes.length === 0) return null
  return (
    <Card title={t('shared.title')}>
      {notes.map((note) => (
        <SharedNote key={note.id} note={note} startsOpen={sessionId !== undefined} />
      ))}
      <MoreButton query={query} label={t('list.more')} />
    </Card>
  )
}

/** One note, its text behind its title. */
function SharedNote({ note, startsOpen }: { note: NoteItem; startsOpen: boolean }) {
  const { t } = useTranslation('notes')
  const noteTime = useNoteTime()
  const [isOpen, setOpen] = useState(startsOpen)
  const { about, title, excerpt, writtenAt } = note
  return (
    <details
      className={classes.note}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.head}>
        <span className={classes.name}>{title || t('edit.untitled')}</span>
        <small className={classes.facts}>
          {about.type === 'Group' && `${about.name} · `}
          {noteTime(writtenAt)}
        </small>
        {!isOpen && <small className={classes.excerpt}>{excerpt}</small>}
        <IconChevronDown className={classes.chevron} size={18} aria-hidden="true" />
      </summary>
      {isOpen && (
        <div className={classes.words}>
          {/* On the page of its session there is no way to it. */}
          <NoteTies note={startsOpen ? { ...note, sessionId: null } : note} />
          <Words noteId={note.id} />
        </div>
      )}
    </details>
  )
}

function Words({ noteId }: { noteId: string }) {
  const { t } = useTranslation('common')
  const query = useQuery(noteQuery(noteId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('loading')} rows={2} avatars={false} />}>
      {({ body }) => <RichTextView document={body} />}
    </QueryView>
  )
}
