import { Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyText } from '#contract/rich-text/rich-text.ts'
import type { NoteDto } from '#contract/notes/notes.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { isMissing } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { type LeftDraft, leftDrafts } from '#web/widgets/notes/note-drafts.ts'
import { type NotesOf, noteQuery } from '#web/widgets/notes/note.queries.ts'
import type { NoteDraft } from '#web/widgets/notes/send-note.ts'
import { MissingNote } from './MissingNote.tsx'
import { NoteEditor } from './NoteEditor.tsx'
import classes from './NoteDialog.module.css'

type Props = {
  about: NotesOf
  /** The note that is opened, or `new`. */
  open: string
  /** What a new note is tied to. */
  sessionId: string | null
  goalId: string | null
  /** A new note has its id from its first words on. */
  onBegun: (noteId: string) => void
  onClose: () => void
}

/** A note, to be written. */
export default function NoteDialog({ onClose, ...note }: Props) {
  const { t } = useTranslation('notes')
  useFocusBack()
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      withCloseButton={false}
      fullScreen={!isWide}
      size={840}
      radius={isWide ? 16 : 0}
      padding={0}
      // Beside its own dialogs, which are opened over it.
      attributes={{ content: { 'aria-label': t('edit.title') } }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Opened {...note} onClose={onClose} />
    </Modal>
  )
}

function Opened({ about, open, sessionId, goalId, onBegun, onClose }: Props) {
  // The editor stays when a new note has got its id.
  const [opened] = useState(open)
  // Its id is the same as long as it is open.
  const [fresh] = useState(() => newNote(about, { sessionId, goalId }))
  const left = useLeft(opened, about)
  const isNew = opened === 'new'
  const query = useQuery({
    ...noteQuery(opened),
    enabled: !isNew && left !== undefined && left?.draft.basedOn !== 0,
  })
  // What was kept here is edited as soon as the server has answered or is known to be away; whatever comes later, the editor
  // stays: another one would begin with what was kept before it.
  const [isKept, setKept] = useState(false)
  if (left && !isKept && !query.isPending) setKept(true)
  if (left === undefined) return <Waiting />
  const edit = (note: NoteDto | undefined) => (
    <NoteEditor
      start={note ? draftOf(note, about) : fresh}
      left={left ?? undefined}
      note={note}
      onBegun={onBegun}
      onClose={onClose}
    />
  )
  if (isNew || left?.draft.basedOn === 0) return edit(undefined)
  if (left) return isKept ? edit(query.data) : <Waiting />
  if (isMissing(query)) return <MissingNote onClose={onClose} />
  return (
    <QueryView query={query} skeleton={<Waiting />}>
      {edit}
    </QueryView>
  )
}

function Waiting() {
  return <Skeleton className={classes.waiting} height={420} radius={12} />
}

/** What an editor of this note had kept when it was closed; null if nothing, undefined while that is looked up. */
function useLeft(open: string, about: NotesOf): LeftDraft | null | undefined {
  const [left, setLeft] = useState<LeftDraft | null>()
  useEffect(() => {
    const isIts = ({ draft }: LeftDraft) =>
      open === 'new' ? draft.basedOn === 0 && draft.about.itemId === about.itemId : draft.id === open
    void leftDrafts().then((all) => setLeft(all.find(isIts) ?? null))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- looked up once: what is written from now on is this editor's
  }, [])
  return left
}

function draftOf(note: NoteDto, about: NotesOf): NoteDraft {
  const { id, template, sessionId, goalId, title, body, revision } = note
  return { id, about, template, sessionId, goalId, title, body, basedOn: revision }
}

function newNote(about: NotesOf, ties: Pick<NoteDraft, 'sessionId' | 'goalId'>): NoteDraft {
  return {
    id: crypto.randomUUID(),
    about,
    template: 'free',
    ...ties,
    title: '',
    body: emptyText(),
    basedOn: 0,
  }
}
