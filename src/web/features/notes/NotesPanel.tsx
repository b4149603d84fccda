import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog, withTexts } from '#web/widgets/lazy-part.tsx'
import { type NotesOf, notesQuery } from '#web/widgets/notes/note.queries.ts'
import phoneIcon from '#web/widgets/page/PhoneIcon.module.css'
import { FoundNotes } from './list/FoundNotes.tsx'
import { NoteList } from './list/NoteList.tsx'
import { useLeftNotes } from './list/use-left-notes.ts'
import classes from './NotesPanel.module.css'
import { useOpenedNote } from './use-opened-note.ts'

// The editor and its library: only for who writes or opens a note.
const NoteDialog = lazyDialog(() => withTexts(['editor'], import('./edit/NoteDialog.tsx')))

type Props = {
  about: NotesOf
  name: string
  /** In a tab of a page that has its own first button. */
  inTab?: boolean
}

/** A coach's notes about a person or a group: the list, a search, and the editor over it (product §13). */
export function NotesPanel({ about, name, inTab = false }: Props) {
  const { t } = useTranslation('notes')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const [everywhere, setEverywhere] = useState(false)
  const { data: total } = useInfiniteQuery({
    ...notesQuery(about, {}),
    select: ({ pages }) => pages[0]?.total,
  })
  useLeftNotes()
  const { open, key, sessionId, goalId, setOpen, begin } = useOpenedNote()
  return (
    <>
      {/* Without any note there is nothing to look for, and the list itself leads to the first. */}
      {(total !== 0 || typed !== '') && (
        <div className={classes.bar}>
          <TextInput
            className={classes.search}
            type="search"
            value={typed}
            maxLength={120}
            aria-label={t('list.search')}
            placeholder={t('list.search')}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button
            className={phoneIcon.button}
            variant={inTab ? 'light' : 'filled'}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setOpen('new')}
          >
            {t('list.new')}
          </Button>
        </div>
      )}
      {search === '' ? (
        <NoteList about={about} name={name} onOpen={setOpen} />
      ) : (
        <FoundNotes
          search={search}
          within={everywhere ? null : about}
          name={name}
          onWiden={() => setEverywhere(!everywhere)}
          onOpen={setOpen}
        />
      )}
      <Suspense>
        {open !== null && (
          <NoteDialog
            key={key}
            about={about}
            open={open}
            sessionId={sessionId}
            goalId={goalId}
            onBegun={begin}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
