import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NoteItem } from '#contract/notes/notes.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { noteQuery, notesQuery, type NotesOf } from './note.queries.ts'
import { NoteReaders } from './NoteReaders.tsx'
import { NoteTies } from './NoteTies.tsx'
import { RichTextView } from '#web/widgets/rich-text/RichTextView.tsx'
import classes from './PinnedNotes.module.css'

type Props = { of: NotesOf; className?: string | undefined }

/** What a coach has pinned about somebody, whole, for reading before a session. Absent where nothing is. */
export function PinnedNotes({ of, className }: Props) {
  const { t } = useTranslation('notes')
  const { data } = useInfiniteQuery(notesQuery(of, { pinned: 'true' }))
  const notes = data?.pages.flatMap((page) => page.data) ?? []
  if (notes.length === 0) return null
  return (
    <Card title={t('pinned.title')} className={className}>
      {notes.map((note) => (
        <PinnedNote key={note.id} note={note} of={of} />
      ))}
    </Card>
  )
}

function PinnedNote({ note, of }: { note: NoteItem; of: NotesOf }) {
  const { t } = useTranslation('notes')
  const { data } = useQuery(noteQuery(note.id))
  return (
    <article className={classes.note}>
      <div className={classes.head}>
        <h3 className={classes.name}>
          <Link to={paths.notesOf({ ...of, open: note.id })}>{note.title || t('edit.untitled')}</Link>
        </h3>
        <NoteReaders note={note} />
      </div>
      <NoteTies note={note} />
      {data ? <RichTextView document={data.body} /> : <p>{note.excerpt}</p>}
    </article>
  )
}
