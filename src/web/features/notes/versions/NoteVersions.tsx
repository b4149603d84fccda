import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RichText, linesOf } from '#contract/rich-text/rich-text.ts'
import type { NoteDto } from '#contract/notes/notes.ts'
import { failureText } from '#web/api/errors.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { keyed } from '#web/ui/keyed.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useNoteTime } from '#web/widgets/notes/use-note-time.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { useRestoreVersion, versionQuery, versionsQuery } from '../notes.queries.ts'
import { lineDiff } from './line-diff.ts'
import classes from './NoteVersions.module.css'

type Props = {
  note: NoteDto
  canRestore: boolean
  onRestored: (note: NoteDto) => void
  onBack: () => void
}

/** What a note said in the last 90 days, each beside what it says now, and the way back to it (product §13). */
export function NoteVersions({ note, canRestore, onRestored, onBack }: Props) {
  const { t } = useTranslation(['notes', 'common'])
  const noteTime = useNoteTime()
  const query = useQuery(versionsQuery(note.id))
  const [chosen, setChosen] = useState<string>()
  return (
    <section className={classes.versions} aria-label={t('versions.title')}>
      <div className={classes.head}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
          onClick={onBack}
        >
          {t('versions.back')}
        </Button>
        <h2 className={classes.title}>{t('versions.title')}</h2>
      </div>
      <QueryView
        query={query}
        skeleton={<ListSkeleton label={t('common:loading')} avatars={false} rows={3} />}
      >
        {({ data }) => {
          if (data.length === 0) return <p className={classes.hint}>{t('versions.none')}</p>
          const shown = data.find(({ id }) => id === chosen) ?? data[0]!
          return (
            <div className={classes.columns}>
              <ul className={classes.list}>
                {data.map(({ id, writtenAt }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className={classes.entry}
                      aria-pressed={id === shown.id}
                      onClick={() => setChosen(id)}
                    >
                      {noteTime(writtenAt)}
                    </button>
                  </li>
                ))}
              </ul>
              <Compared key={shown.id} versionId={shown.id} {...{ note, canRestore, onRestored }} />
            </div>
          )
        }}
      </QueryView>
    </section>
  )
}

type ComparedProps = Omit<Props, 'onBack'> & { versionId: string }

/** One version against what the note says now, line by line. */
function Compared({ note, canRestore, versionId, onRestored }: ComparedProps) {
  const { t } = useTranslation(['notes', 'common'])
  const query = useQuery(versionQuery(note.id, versionId))
  const restore = useRestoreVersion(note.id)
  const send = useSend(restore)
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} avatars={false} rows={4} />}>
      {(version) => {
        const said = (words: { title: string; body: unknown }) => [
          words.title,
          ...linesOf(words.body as RichText),
        ]
        return (
          <div className={classes.compared}>
            <div className={classes.text}>
              {keyed(lineDiff(said(version), said(note))).map(({ key, item: { kind, text } }) => (
                <p key={key}>
                  {kind === 'removed' ? <del>{text}</del> : kind === 'added' ? <ins>{text}</ins> : text}
                </p>
              ))}
            </div>
            <p className={classes.hint}>{t('versions.legend')}</p>
            <FormError text={restore.isError ? failureText(restore.error) : undefined} />
            <Button
              variant="light"
              loading={restore.isPending}
              disabled={!canRestore}
              onClick={() => send({ versionId, basedOn: note.revision }, { onSuccessHere: onRestored })}
            >
              {t('versions.restore')}
            </Button>
          </div>
        )
      }}
    </QueryView>
  )
}
