import { IconUsers } from '@tabler/icons-react'
import { useFormContext } from 'react-hook-form'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import type { ClosingValues } from './closing-form.ts'
import { ActionRows } from './ActionRows.tsx'
import { AttendanceFields } from './attendance/AttendanceFields.tsx'
import { lazyCard, lazyNotice } from '#web/widgets/lazy-part.tsx'
import classes from './ClosingFields.module.css'
import { NextBookingFields } from './NextBookingFields.tsx'
import { NoteFields } from './NoteFields.tsx'
import { OpenActionRows } from './OpenActionRows.tsx'
import { Readers } from '#web/features/sessions/record/SharedRecord.tsx'

// Many people have no goals yet.
const GoalRows = lazyCard(() => import('./goals/GoalRows.tsx'))

// Many sessions have none.
const FromSessionNotes = lazyNotice(() => import('./FromSessionNotes.tsx'))

type Props = {
  session: SessionDto
  /** The client's or group's name, as the coach sees it. */
  name: string
  saving: boolean
  onSubmit: () => void
}

/** What the coach records in under 90 seconds (product §9). */
export function ClosingFields({ session, name, saving, onSubmit }: Props) {
  const { t } = useTranslation(['sessions', 'records', 'common'])
  const { formError } = useFields(useFormContext<ClosingValues>())
  const isGroup = session.type === 'Group'
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Card>
        <AttendanceFields session={session} />
      </Card>
      <NoteFields
        name={name}
        ofGroup={isGroup}
        summaryHint={t('closing.summaryHint', { name })}
        below={(field) => (
          <Suspense>
            <FromSessionNotes session={session} into={field} />
          </Suspense>
        )}
      />
      <OpenActionRows session={session} />
      <Card
        title={t('closing.actions')}
        aside={
          <Readers
            icon={<IconUsers size={15} />}
            text={isGroup ? t('records:forWhom.hint') : t('closing.actionsHint', { name })}
          />
        }
      >
        <ActionRows session={session} />
      </Card>
      <Suspense>
        <GoalRows session={session} />
      </Suspense>
      <Card title={t('records:next.title')}>
        <NextBookingFields session={session} />
      </Card>
      <SaveBar error={formError}>
        <LoadingButton type="submit" loading={saving} loadingLabel={t('common:loading')}>
          {t('closing.submit')}
        </LoadingButton>
      </SaveBar>
    </form>
  )
}
