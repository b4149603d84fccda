import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { NoteItem } from '#contract/notes/notes.ts'
import { paths } from '#web/paths.ts'
import { SearchDrawing } from '#web/ui/drawings/SearchDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Marked } from '#web/widgets/page/Marked.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import type { NotesOf } from '#web/widgets/notes/note.queries.ts'
import { foundNotesQuery } from '../notes.queries.ts'
import classes from './NoteList.module.css'
import { NoteRow } from './NoteRow.tsx'

type Props = {
  search: string
  /** Whose notes are looked through; null for all of the coach's. */
  within: NotesOf | null
  name: string
  onWiden: () => void
  onOpen: (noteId: string) => void
}

/** The notes with the words of a search, each found word marked. */
export function FoundNotes({ search, within, name, onWiden, onOpen }: Props) {
  const { t } = useTranslation(['notes', 'common'])
  const navigate = useNavigate()
  const query = useInfiniteQuery(foundNotesQuery(search, within))
  // A note of somebody else is opened on their page.
  const open = ({ id, about }: NoteItem) =>
    within === null
      ? void navigate(paths.notesOf({ type: about.type, itemId: about.id, open: id }))
      : onOpen(id)
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} avatars={false} />}>
      {({ pages }) => (
        <>
          <div className={classes.count}>
            <span role="status">{t('found.count', { count: pages[0]?.total ?? 0 })}</span>
            <Button size="compact-sm" variant="subtle" mr={-9} onClick={onWiden}>
              {within === null ? t('found.only', { name }) : t('found.everywhere')}
            </Button>
          </div>
          {pages[0]?.total === 0 && <EmptyState drawing={<SearchDrawing />} text={t('found.none')} />}
          <ul className={classes.list}>
            {pages
              .flatMap(({ data }) => data)
              .map((note) => (
                <NoteRow
                  key={note.id}
                  note={note}
                  named={within === null}
                  title={note.titleParts.length > 0 ? <Marked parts={note.titleParts} /> : undefined}
                  text={note.textParts.length > 0 ? <Marked parts={note.textParts} /> : undefined}
                  onOpen={() => open(note)}
                />
              ))}
          </ul>
          <MoreButton query={query} label={t('list.more')} />
        </>
      )}
    </QueryView>
  )
}
