import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BriefNotes } from '#contract/sessions/session-records.ts'
import { Readers } from '#web/features/sessions/record/SharedRecord.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { FoldedText } from '#web/ui/layout/FoldedText.tsx'
import classes from './NoteFields.module.css'

/** What the coach wrote for themselves before the session, to read while closing it. Renders nothing for empty notes. */
export function NotesBefore({ notes }: { notes: BriefNotes | undefined }) {
  const { t } = useTranslation(['records', 'sessions'])
  if (!notes?.text) return null
  return (
    <Card
      className={classes.private}
      title={t('brief.notes')}
      aside={<Readers icon={<IconLock size={15} />} text={t('sessions:view.onlyYou')} />}
    >
      <FoldedText
        text={notes.text}
        moreLabel={t('sessions:glance.more')}
        lessLabel={t('sessions:glance.less')}
      />
    </Card>
  )
}
