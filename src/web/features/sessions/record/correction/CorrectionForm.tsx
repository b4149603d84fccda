import { Button, Textarea } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { NotKept } from '#web/widgets/drafts/NotKept.tsx'
import { useDraftKeeper, useKeeps } from '#web/widgets/drafts/use-draft.ts'
import {
  correctionBody,
  correctionDraft,
  correctionForm,
  correctionOf,
  type CorrectionValues,
} from './correction-form.ts'
import { useCorrectSession } from '../../records.queries.ts'
import { AttendanceFields } from '#web/features/sessions/close/attendance/AttendanceFields.tsx'
import classes from '#web/features/sessions/close/ClosingFields.module.css'
import { NoteFields } from '#web/features/sessions/close/NoteFields.tsx'

type Props = {
  session: SessionDto
  name: string
  /** What was written before and not saved: before a reload, an expired sign-in, or a look at the record. */
  restored: Required<CorrectionValues> | undefined
  /** It was saved, or is not wanted. */
  onDone: () => void
  /** Back to the record, with what was written so far; it stays as a draft. */
  onLeave: (written: CorrectionValues) => void
}

/** Corrects a record that is closed: freely at first, later with a reason (product §9). */
export function CorrectionForm({ session, name, restored, onDone, onLeave }: Props) {
  const { t } = useTranslation(['records', 'sessions', 'common'])
  const correct = useCorrectSession(session.id)
  const needsReason = session.closing?.needsReason ?? false
  const schema = correctionForm(needsReason)
  const form = useSchemaForm(schema, { defaultValues: restored ?? correctionOf(session) })
  const { field, formError } = useFields(form)
  const here = useLocation()

  const keeper = useDraftKeeper(correctionDraft(session.id))
  const keeps = useKeeps(keeper)
  useEffect(() => {
    const watching = form.watch((values) => keeper.keep(values))
    return () => watching.unsubscribe()
  }, [form, keeper])
  const close = () => {
    keeper.drop()
    onDone()
  }

  const submit = form.handleSubmit((values) => {
    // Should the sign-in have run out, this is what the same person finds again.
    keeper.flush()
    void correct.mutateAsync(correctionBody(values, session)).then(
      () => {
        setAlert(t('correct.done'), 'success')
        close()
      },
      (failure: unknown) => showFailure(failure, { form }),
    )
  })

  return (
    <Page
      title={t('correct.title')}
      template="form"
      // What was written stays as a draft, unlike with Cancel; where none is kept, Cancel is the only way back.
      back={keeps && <BackLink to={here} label={session.title} onClick={() => onLeave(form.getValues())} />}
    >
      {restored && <Banner icon={<IconHistory />} text={t('sessions:closing.restored')} />}
      <FormProvider {...form}>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Card>
            <AttendanceFields session={session} />
          </Card>
          <NoteFields
            name={name}
            ofGroup={session.type === 'Group'}
            summaryHint={t('correct.summaryHint', { name })}
          />
          <Card>
            <Textarea
              label={t('correct.reason')}
              description={t(needsReason ? 'correct.reasonHint' : 'correct.reasonFree')}
              withAsterisk={needsReason}
              autosize
              minRows={2}
              maxLength={300}
              {...field('reason')}
            />
          </Card>
          {!keeps && <NotKept untilSent />}
          <SaveBar error={formError}>
            <Button variant="default" onClick={close}>
              {t('common:cancel')}
            </Button>
            <LoadingButton type="submit" loading={correct.isPending} loadingLabel={t('common:loading')}>
              {t('correct.save')}
            </LoadingButton>
          </SaveBar>
        </form>
      </FormProvider>
      {/* A browser that keeps no drafts loses on leaving what was written. */}
      <LeaveGuard active={!keeps && form.formState.isDirty && !correct.isSuccess} />
    </Page>
  )
}
