import { Skeleton, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PutBriefNotesBody, SessionBrief } from '#contract/sessions/session-records.ts'
import { Readers } from '#web/features/sessions/record/SharedRecord.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import { KeptStatus } from './KeptStatus.tsx'
import classes from './BriefNotes.module.css'
import { briefNotesDraft, restoredNotes, useBriefNotes } from './use-brief-notes.ts'

/** The longest notes (contract). */
const LONGEST = 20_000

/** What the coach writes for themselves before a session, saved while they write (product §9, §20). */
export function BriefNotes({ brief }: { brief: SessionBrief }) {
  const stored = useStoredDraft(briefNotesDraft(brief.session.id))
  if (!stored) return <Skeleton height={220} radius={16} />
  return <OpenNotes key={brief.session.id} brief={brief} unsent={restoredNotes(stored.value)} />
}

type OpenNotesProps = { brief: SessionBrief; unsent: PutBriefNotesBody | undefined }

function OpenNotes({ brief: { session, notes }, unsent }: OpenNotesProps) {
  const { t } = useTranslation(['records', 'sessions'])
  const { text, kept, keeps, change, saveNow } = useBriefNotes(session.id, notes, unsent)
  const name = session.client?.name ?? session.group?.name ?? session.title
  return (
    <Card
      className={classes.card}
      data-empty={text === '' || undefined}
      title={t('brief.notes')}
      aside={<Readers icon={<IconLock size={15} />} text={t('sessions:view.onlyYou')} />}
    >
      <Textarea
        className={classes.field}
        aria-label={t('brief.notes')}
        inputWrapperOrder={['input', 'description']}
        description={
          <span className={classes.foot}>
            <span>{t('brief.notesHint', { name })}</span>
            <KeptStatus kept={kept} keeps={keeps} />
          </span>
        }
        placeholder={t('brief.notesPlaceholder')}
        autosize
        minRows={3}
        maxLength={LONGEST}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={saveNow}
      />
      {/* A field prints only what is in sight of it. */}
      <p className={classes.printed} aria-hidden="true">
        {text}
      </p>
    </Card>
  )
}
