import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '#contract/rich-text/rich-text.ts'
import { LONGEST_NOTE_TITLE, type NoteDto } from '#contract/notes/notes.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { noteQuery } from '#web/widgets/notes/note.queries.ts'
import type { LeftDraft } from '#web/widgets/notes/note-drafts.ts'
import { type NoteDraft, noteSending } from '#web/widgets/notes/send-note.ts'
import { NoteTies } from '#web/widgets/notes/NoteTies.tsx'
import { useArrangeNote } from '../notes.queries.ts'
import { ShareNote } from '../share/ShareNote.tsx'
import { NoteVersions } from '../versions/NoteVersions.tsx'
import { NoteConflictView } from './NoteConflictView.tsx'
import { NoteTags, NoteTools } from './NoteTools.tsx'
import { NoteStatus } from './NoteStatus.tsx'
import { TieFields, type Ties } from './TieFields.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import { type TextHandle, RichTextEditor } from '#web/widgets/rich-text/RichTextEditor.tsx'
import classes from './NoteEditor.module.css'
import { useNoteSaver } from './use-note-saver.ts'

type Props = {
  start: NoteDraft
  left: LeftDraft | undefined
  /** As it is stored; undefined for a new one, or while the server is away. */
  note: NoteDto | undefined
  onBegun: (noteId: string) => void
  onClose: () => void
}

/** Title, text, tags and readers of a note; saved while it is written (product §13). */
export function NoteEditor({ start, left, note: opened, onBegun, onClose }: Props) {
  const { t } = useTranslation('notes')
  const first = left?.draft ?? start
  const { state, saver, keeps } = useNoteSaver(start, left)
  const { title, body, template, sessionId, goalId } = first
  const [words, setWords] = useState({ title, body, template, sessionId, goalId })
  const [view, setView] = useState<'text' | 'versions'>('text')
  const handle = useRef<TextHandle>(null)
  const { data: stored = opened } = useQuery({
    ...noteQuery(first.id),
    enabled: opened !== undefined || state === 'saved',
  })
  const show = (shown: Pick<NoteDraft, 'title' | 'body' | 'template'>) => {
    setWords({ ...words, title: shown.title, body: shown.body, template: shown.template })
    handle.current?.replace(shown.body)
  }

  // While nothing waits to be sent, a newer text of another tab or device is shown as soon as it is known.
  useEffect(() => {
    if (!stored || stored.revision <= saver.base() || saver.isPending()) return
    saver.follow(stored.revision)
    show(stored)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each newer text
  }, [stored?.revision])

  const begun = useRef(false)
  const change = (part: Partial<typeof words>) => {
    const next = { ...words, ...part }
    setWords(next)
    saver.change(next)
    if (first.basedOn !== 0 || begun.current) return
    begun.current = true
    onBegun(first.id)
  }
  const arrange = useArrangeNote()
  // A note that is not stored takes its ties along with its first words.
  const tie = (ties: Partial<Ties>) => {
    if (stored) {
      void arrange.mutateAsync({ noteId: first.id, settings: ties }).then(undefined, showFailure)
    } else if (begun.current || left) change(ties)
    else setWords({ ...words, ...ties })
  }
  const ties = stored ? { ...stored, ...(arrange.isPending && arrange.variables.settings) } : words
  // Tried again after a lost answer, it is the same copy.
  const copyId = useRef<string>(undefined)
  const keepBoth = async (theirs: NoteDto) => {
    const { sessionId: session, goalId: goal } = ties
    copyId.current ??= crypto.randomUUID()
    const copy = { ...first, ...words, sessionId: session, goalId: goal, id: copyId.current, basedOn: 0 }
    await noteSending()({
      ...copy,
      title: t('conflict.copy', { title: words.title }).slice(0, LONGEST_NOTE_TITLE),
    })
    copyId.current = undefined
    chooseTheirs(theirs)
    setAlert(t('conflict.keptBoth'), 'success')
  }
  const chooseTheirs = (theirs: NoteDto) => {
    saver.chooseTheirs(theirs)
    show(theirs)
  }
  const conflict = typeof state === 'object' && 'conflict' in state ? state.conflict : undefined
  // Once that is chosen, writing goes on.
  const hadConflict = useRef(false)
  useEffect(() => {
    if (hadConflict.current && !conflict) handle.current?.focus()
    hadConflict.current = conflict !== undefined
  }, [conflict])
  const isEmpty = words.title === '' && plainText(words.body).trim() === ''

  return (
    <div className={classes.note}>
      <div className={classes.head}>
        <NoteStatus state={state} keeps={keeps} />
        <div className={classes.tools}>
          {stored && (
            <NoteTools
              note={stored}
              onVersions={() => setView(view === 'text' ? 'versions' : 'text')}
              isOpen={view === 'versions'}
              onClose={onClose}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('edit.close')}
            onClick={onClose}
          >
            <IconX size={20} aria-hidden="true" />
          </ActionIcon>
        </div>
      </div>
      {conflict ? (
        <NoteConflictView
          mine={words}
          theirs={conflict}
          onMine={() => void saver.chooseMine(conflict)}
          onTheirs={() => chooseTheirs(conflict)}
          onBoth={() => keepBoth(conflict)}
        />
      ) : view === 'versions' && stored ? (
        <NoteVersions
          note={stored}
          // What is on its way would be stored over what is restored.
          canRestore={state !== 'saving' && state !== 'waiting'}
          onRestored={(restored) => {
            chooseTheirs(restored)
            setView('text')
          }}
          onBack={() => setView('text')}
        />
      ) : (
        <div className={classes.paper}>
          <TextInput
            variant="unstyled"
            classNames={{ input: classes.title! }}
            aria-label={t('edit.name')}
            placeholder={t('edit.untitled')}
            maxLength={LONGEST_NOTE_TITLE}
            autoComplete="off"
            data-autofocus={first.basedOn === 0 || undefined}
            value={words.title}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
            onBlur={() => saver.flush()}
          />
          <div className={classes.facts}>
            {stored ? (
              <ShareNote note={stored} />
            ) : (
              <span className={classes.hint}>{t('edit.privateFirst')}</span>
            )}
            {stored && <NoteTies note={stored} />}
          </div>
          {first.basedOn === 0 && !stored && isEmpty && (
            <TemplateChoice
              value={words.template}
              onChoose={(chosen, says) => {
                handle.current?.replace(says)
                change({ template: chosen, body: says })
                handle.current?.focus()
              }}
            />
          )}
          <RichTextEditor
            ref={handle}
            document={words.body}
            label={t('edit.text')}
            onChange={(says) => change({ body: says })}
            onBlur={() => saver.flush()}
          />
          <TieFields about={first.about} value={ties} named={stored} onChange={tie} />
          {stored && <NoteTags note={stored} />}
        </div>
      )}
    </div>
  )
}
