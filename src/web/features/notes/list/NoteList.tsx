import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotesDrawing } from '#web/ui/drawings/NotesDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { type NotesOf, notesQuery } from '#web/widgets/notes/note.queries.ts'
import classes from './NoteList.module.css'
import { NoteRow } from './NoteRow.tsx'

type Props = { about: NotesOf; name: string; onOpen: (noteId: string) => void }

/** The notes about somebody, pinned ones first, of one tag if one is chosen. */
export function NoteList({ about, name, onOpen }: Props) {
  const { t } = useTranslation(['notes', 'common'])
  const [tag, setTag] = useState<string>()
  const query = useInfiniteQuery(notesQuery(about, tag === undefined ? {} : { tag }))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} avatars={false} />}>
      {({ pages }) => {
        const notes = pages.flatMap(({ data }) => data)
        const { tags: known, total } = pages[0]!
        // The chosen one stays in sight when no note has it any more, or nothing led back to the others.
        const tags = tag === undefined || known.includes(tag) ? known : [tag, ...known]
        if (total === 0 && tag === undefined) {
          return (
            <EmptyState
              drawing={<NotesDrawing />}
              text={<TwoLines title={t('list.empty', { name })} hint={t('list.emptyHint')} />}
              action={
                <Button variant="light" aria-haspopup="dialog" onClick={() => onOpen('new')}>
                  {t('list.first')}
                </Button>
              }
            />
          )
        }
        return (
          <>
            {tags.length > 0 && (
              <div role="group" aria-label={t('list.tags')} className={classes.tags}>
                {tags.map((each) => (
                  <Button
                    key={each}
                    size="compact-sm"
                    radius={20}
                    variant={each === tag ? 'filled' : 'default'}
                    aria-pressed={each === tag}
                    onClick={() => setTag(each === tag ? undefined : each)}
                  >
                    {each}
                  </Button>
                ))}
              </div>
            )}
            {notes.length === 0 && <p className={classes.none}>{t('list.noneOfTag')}</p>}
            <ul className={classes.list}>
              {notes.map((note) => (
                <NoteRow key={note.id} note={note} onOpen={() => onOpen(note.id)} />
              ))}
            </ul>
            <MoreButton query={query} label={t('list.more')} />
          </>
        )
      }}
    </QueryView>
  )
}
