import { Textarea } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import type { RecordValues } from './closing-form.ts'
import classes from './NoteFields.module.css'
import { Readers } from '#web/features/sessions/record/SharedRecord.tsx'

type Props = {
  name: string
  ofGroup: boolean
  /** When the other side can read it. */
  summaryHint: string
  /** What is shown below each of the two fields. */
  below?: (field: 'summary' | 'privateNotes') => ReactNode
}

/** The shared summary and the coach's private notes: two cards that cannot be confused. */
export function NoteFields({ name, ofGroup, summaryHint, below }: Props) {
  const { t } = useTranslation('sessions')
  const readers = ofGroup ? t('view.sharedGroup') : t('view.shared', { name })
  const { field } = useFields(useFormContext<RecordValues>())
  return (
    <>
      <Card
        title={t('closing.summary', { name })}
        aside={<Readers icon={<IconUsers size={15} />} text={readers} />}
      >
        <Textarea
          aria-label={t('closing.summary', { name })}
          description={summaryHint}
          placeholder={t('closing.summaryPlaceholder')}
          autosize
          minRows={5}
          {...field('summary')}
        />
        {below?.('summary')}
      </Card>
      <Card
        className={classes.private}
        title={t('closing.private')}
        aside={<Readers icon={<IconLock size={15} />} text={t('view.onlyYou')} />}
      >
        <Textarea
          aria-label={t('closing.private')}
          description={t('closing.privateHint', { name })}
          placeholder={t('closing.privatePlaceholder')}
          autosize
          minRows={3}
          {...field('privateNotes')}
        />
        {below?.('privateNotes')}
      </Card>
    </>
  )
}
