import { Button, Skeleton } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST_NOTE_TITLE, type NoteDto, type NoteVisibility } from '#contract/notes/notes.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { setAlert } from '#web/store/alert.ts'
import { type NotesOf, noteQuery, notesQuery } from '#web/widgets/notes/note.queries.ts'
import { type LeftDraft, leftDrafts } from '#web/widgets/notes/note-drafts.ts'
import { type NoteDraft, noteSending } from '#web/widgets/notes/send-note.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { type TextHandle, RichTextEditor } from '#web/widgets/rich-text/RichTextEditor.tsx'
import { NoteConflictView } from '../edit/NoteConflictView.tsx'
import { NoteStatus } from '../edit/NoteStatus.tsx'
import { useNoteSaver } from '../edit/use-note-saver.ts'
import { type ChosenNote, chosenNote, draftOfNote, isLeftOf, newSessionNote } from './session-note.ts'
import classes from './SessionNotes.module.css'

type Props = {
  session: Pick<SessionDto, 'id' | 'title'>
  /** Whom the session is with. */
  about: NotesOf & { name: string }
  visibility: NoteVisibility
}

/**
 * The note of a session that its coach writes while it goes on: one for themselves, one for the other side too. What it
 * is says its colour, its sign and its words; it is saved as it is typed (product §10, §13).
 */
export function SessionNotes(props: Props) {
  const { t } = useTranslation('notes')
  const { about, visibility } = props
  // Another note is chosen where this one has got other readers.
  const [round, setRound] = useState(0)
  const isShared = visibility === 'shared'
  const Icon = isShared ? IconUsers : IconLock
  return (
    <section className={classes.note} data-shared={isShared || undefined}>
      <p className={classes.readers}>
        <Icon size={18} aria-hidden="true" />
        <span>{t(isShared ? `call.shared.${about.type}` : 'call.private', { name: about.name })}</span>
      </p>
      <Found key={round} {...props} onOther={() => setRound(round + 1)} />
    </section>
  )
}

type FoundProps = Props & { onOther: () => void }

/** The note that goes on, or a new one; chosen once, so that nothing takes the text from under somebody's hands. */
function Found({ session, about, visibility, onOther }: FoundProps) {
  const [left, setLeft] = useState<LeftDraft[]>()
  useEffect(() => {
    void leftDrafts().then(setLeft)
  }, [])
  const { data, isError } = useInfiniteQuery(notesQuery(about, { sessionId: session.id }))
  const [fresh] = useState(() =>
    newSessionNote({
      about: { type: about.type, itemId: about.itemId },
      sessionId: session.id,
      title: session.title.slice(0, LONGEST_NOTE_TITLE),
      visibility,
    }),
  )
  const [chosen, setChosen] = useState<ChosenNote>()
  if (!chosen && left && (data || isError)) {
    const ofSession = left.filter(({ draft }) => isLeftOf(draft, session.id, visibility))
    setChosen(chosenNote(data?.pages.flatMap((page) => page.data) ?? [], ofSession, visibility))
  }
  if (!chosen) return <Waiting />
  const writing = { visibility, name: about.name, onOther }
  if (chosen.kind === 'left') return <Writing {...writing} start={chosen.left.draft} left={chosen.left} />
  if (chosen.kind === 'new') return <Writing {...writing} start={fresh} />
  return <Stored noteId={chosen.id} {...writing} />
}

type WritingProps = {
  visibility: NoteVisibility
  name: string
  onOther: () => void
}

function Stored({ noteId, ...writing }: WritingProps & { noteId: string }) {
  const query = useQuery(noteQuery(noteId))
  return (
    <QueryView query={query} skeleton={<Waiting />}>
      {(note) => <Writing {...writing} start={draftOfNote(note, writing.visibility)} note={note} />}
    </QueryView>
  )
}

function Waiting() {
  return <Skeleton className={classes.waiting} height={220} radius={12} />
}

type EditorProps = WritingProps & { start: NoteDraft; left?: LeftDraft; note?: NoteDto }

function Writing({ start, left, note, visibility, name, onOther }: EditorProps) {
  const { t } = useTranslation('notes')
  // The first one: a note that is read again is followed below.
  const [first] = useState(start)
  const { state, saver, keeps } = useNoteSaver(first, left)
  const [words, setWords] = useState({ title: first.title, body: first.body })
  const handle = useRef<TextHandle>(null)
  const { data: stored = note } = useQuery({
    ...noteQuery(first.id),
    enabled: first.basedOn > 0 || state === 'saved',
  })
  const show = ({ title, body }: NoteDto) => {
    setWords({ title, body })
    handle.current?.replace(body)
  }
  // While nothing waits to be sent, a newer text of another tab or device is shown as soon as it is known.
  useEffect(() => {
    if (!stored || stored.revision <= saver.base() || saver.isPending()) return
    saver.follow(stored.revision)
    show(stored)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each newer text
  }, [stored?.revision])
  // Tried again after a lost answer, it is the same copy.
  const copyId = useRef<string>(undefined)
  const chooseTheirs = (theirs: NoteDto) => {
    saver.chooseTheirs(theirs)
    show(theirs)
  }
  const keepBoth = async (theirs: NoteDto) => {
    copyId.current ??= crypto.randomUUID()
    const title = t('conflict.copy', { title: words.title }).slice(0, LONGEST_NOTE_TITLE)
    await noteSending()({ ...first, ...words, title, id: copyId.current, basedOn: 0 })
    copyId.current = undefined
    chooseTheirs(theirs)
    setAlert(t('conflict.keptBoth'), 'success')
  }
  if (stored && stored.visibility !== visibility) {
    return (
      <div className={classes.moved} role="alert">
        <p>{t(visibility === 'private' ? 'call.nowShared' : 'call.nowPrivate', { name })}</p>
        <Button variant="light" onClick={onOther}>
          {t('call.other')}
        </Button>
      </div>
    )
  }
  const conflict = typeof state === 'object' && 'conflict' in state ? state.conflict : undefined
  if (conflict) {
    return (
      <NoteConflictView
        mine={words}
        theirs={conflict}
        onMine={() => void saver.chooseMine(conflict)}
        onTheirs={() => chooseTheirs(conflict)}
        onBoth={() => keepBoth(conflict)}
      />
    )
  }
  return (
    <>
      <div className={classes.status}>
        <NoteStatus state={state} keeps={keeps} />
      </div>
      <RichTextEditor
        ref={handle}
        document={words.body}
        label={t(visibility === 'private' ? 'call.privateLabel' : 'call.sharedLabel', { name })}
        onChange={(body) => {
          const next = { ...words, body }
          setWords(next)
          saver.change(next)
        }}
        onBlur={() => saver.flush()}
      />
    </>
  )
}
