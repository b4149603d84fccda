import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ErrorCode } from '#contract/errors.ts'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { useCreateMemorandum } from '#web/widgets/queries/memorandum.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { usualTime } from '../usual-time.ts'
import { emptyMemorandum, memorandumBody, memorandumSchema } from './memorandum-form.ts'
import { MemorandumFields } from './MemorandumFields.tsx'
import classes from './MemorandumFields.module.css'

/** A new memorandum, about whom or what the address names (product §15). */
export function Component() {
  const { t } = useTranslation(['memorandums', 'common'])
  const navigate = useNavigate()
  const { timezone } = useViewer()
  const now = useNow()
  const [params] = useSearchParams()
  const create = useCreateMemorandum()
  const send = useSend(create)
  const [defaultValues] = useState(() => {
    const prefill = {
      clientId: params.get('clientId'),
      groupId: params.get('groupId'),
      sessionId: params.get('sessionId'),
    }
    const date = dateOf(now, timezone)
    return emptyMemorandum(prefill, { date, time: usualTime(date, now, timezone) })
  })
  const form = useSchemaForm(memorandumSchema, { defaultValues })
  const { formError } = useFields(form)
  const submit = form.handleSubmit((values) =>
    send(memorandumBody(values), {
      onSuccess: () => setAlert(t('toast.added'), 'success'),
      onSuccessHere: () => void navigate(placeAfter(defaultValues)),
      onErrorHere: (failure) => showFailure(failure, { form, about: FIELD_OF_REFUSAL }),
    }),
  )
  return (
    <Page
      title={t('newTitle')}
      template="form"
      back={<BackLink to={paths.memorandums()} label={t('title')} />}
    >
      <FormProvider {...form}>
        <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
          <MemorandumFields />
          <SaveBar error={formError}>
            <Button component={Link} to={placeAfter(defaultValues)} variant="default">
              {t('common:cancel')}
            </Button>
            <LoadingButton type="submit" loading={create.isPending} loadingLabel={t('common:loading')}>
              {t('form.save')}
            </LoadingButton>
          </SaveBar>
        </form>
      </FormProvider>
      <LeaveGuard active={form.formState.isDirty && !create.isPending && !create.isSuccess} />
    </Page>
  )
}

/** Back to whom it was begun for. */
function placeAfter({ clientId, groupId, sessionId }: ReturnType<typeof emptyMemorandum>): string {
  if (clientId !== '') return paths.clientView({ clientId })
  if (groupId !== '') return paths.groupView({ groupId })
  return sessionId === '' ? paths.memorandums() : paths.sessionBrief({ sessionId })
}

/** Refusals that belong to the person who was chosen. */
const FIELD_OF_REFUSAL = {
  'client.not_found': 'clientId',
  'group.not_found': 'groupId',
} as const satisfies Partial<Record<ErrorCode, string>>
