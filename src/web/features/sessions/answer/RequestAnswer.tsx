import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { MINUTE_MS, fromIso } from '#time/clock.ts'
import { formatRelative } from '#time/relative.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { setAlert } from '#web/store/alert.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { FormRemoval } from '#web/ui/feedback/FormRemoval.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { MeetingForm, meetingBody, requestedMeeting } from '#web/features/sessions/components/meeting-form.ts'
import { useConfirmSession, useRejectSession } from '../moves.queries.ts'
import classes from './AnswerCards.module.css'
import { MeetingFields } from '#web/features/sessions/components/MeetingFields.tsx'
import { ReasonDialog } from '#web/features/sessions/components/ReasonDialog.tsx'
import { SessionFacts } from '#web/features/sessions/components/SessionFacts.tsx'
import { TimeCheck } from '#web/features/sessions/times/TimeCheck.tsx'

const ProposeDialog = lazyDialog(() => import('./ProposeDialog.tsx'))

type Props = { session: SessionDto; onAnswering: (isOn: boolean) => void }

/** A request with its warnings: confirm it with a place, propose other times, or decline it. */
export function RequestAnswer({ session, onAnswering }: Props) {
  const { t } = useTranslation(['sessions', 'moves', 'common'])
  const viewer = useViewer()
  const user = useSessionUser()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'reject' | 'propose'>()
  const confirm = useConfirmSession()
  const send = useSend(confirm)
  const reject = useRejectSession()
  const form = useSchemaForm(MeetingForm, { defaultValues: requestedMeeting(session, user) })
  const { formError } = useFields(form)
  const { id: sessionId, allowedActions } = session
  const name = session.client?.name ?? ''
  const seeSession = () => navigate(paths.sessionView({ sessionId }))

  const submit = form.handleSubmit((values) => {
    onAnswering(true)
    send(
      { sessionId, meeting: meetingBody(values) },
      {
        onSuccess: () => setAlert(t('confirm.done', { name }), 'success'),
        onSuccessHere: () => void seeSession(),
        onErrorHere: (failure) => {
          showFailure(failure, { form })
          onAnswering(false)
        },
      },
    )
  })

  return (
    <FormProvider {...form}>
      <SessionFacts session={session} viewer={viewer} withPlace={false} />
      <TimeCheck session={session} time={session} />
      <Asked session={session} />
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <MeetingFields />
        {allowedActions.includes('reject') && (
          <FormRemoval
            icon={<IconCalendarX size={18} aria-hidden="true" />}
            onClick={() => setDialog('reject')}
            disabled={confirm.isPending}
          >
            {t('confirm.reject')}
          </FormRemoval>
        )}
        <SaveBar inCard error={formError}>
          {allowedActions.includes('propose') && (
            <Button variant="default" onClick={() => setDialog('propose')} disabled={confirm.isPending}>
              {t('moves:propose.open')}
            </Button>
          )}
          <LoadingButton type="submit" loading={confirm.isPending} loadingLabel={t('common:loading')}>
            {t('confirm.submit')}
          </LoadingButton>
        </SaveBar>
      </form>
      {dialog === 'reject' && (
        <ReasonDialog
          title={t('confirm.rejectTitle')}
          subtitle={t('confirm.rejectSubtitle', { name })}
          accept={t('confirm.rejectAccept')}
          keep={t('common:back')}
          onAccept={async (reason) => {
            onAnswering(true)
            await reject.mutateAsync({ sessionId, reason }).catch((failure: unknown) => {
              onAnswering(false)
              throw failure
            })
            setAlert(t('confirm.rejected', { name }), 'success')
            void seeSession()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      <Suspense>
        {dialog === 'propose' && (
          <ProposeDialog
            session={session}
            viewer={viewer}
            onAnswering={onAnswering}
            onProposed={() => void seeSession()}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </FormProvider>
  )
}

/** How long the client has been waiting, and when the request expires. */
function Asked({ session: { createdAt, expiresAt } }: { session: SessionDto }) {
  const { t } = useTranslation(['sessions', 'moves'])
  const now = useNow()
  const since = (instant: string) => formatRelative(fromIso(instant), now, currentLanguage())
  const isFresh = now - fromIso(createdAt) < MINUTE_MS
  return (
    <p className={classes.asked}>
      {isFresh ? t('confirm.askedNow') : t('confirm.askedAgo', { ago: since(createdAt) })}
      {expiresAt !== null && `. ${t('moves:confirm.until', { when: since(expiresAt) })}`}
    </p>
  )
}
