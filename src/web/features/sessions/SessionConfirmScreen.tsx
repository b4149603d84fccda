import { Button, Input, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { SessionDto } from '#contract/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatRelative } from '#time/format.ts'
import { showFailure } from '#web/api/errors.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useSessionUser } from '#web/app/store/store.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { isMissing, NotFound } from '#web/widgets/NotFound.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import { modelResolver } from '#web/widgets/form-model.ts'
import { sessionQuery } from '#web/widgets/session.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { MeetingFields } from './components/MeetingFields.tsx'
import { ReasonDialog } from './components/ReasonDialog.tsx'
import { SessionFacts } from './components/SessionFacts.tsx'
import { MeetingForm, meetingBody, meetingOf } from './meeting-form.ts'
import { useConfirmSession, useRejectSession } from './sessions.queries.ts'
import classes from './SessionConfirmScreen.module.css'

/** A request, and the coach's answer to it (product §9). */
export function SessionConfirmScreen() {
  const { t } = useTranslation('sessions')
  const { sessionId = '' } = useParams()
  const query = useQuery(sessionQuery(sessionId))
  if (isMissing(query)) return <NotFound />
  return (
    <Page
      title={t('confirm.title')}
      subtitle={query.data?.client ? t('confirm.subtitle', { name: query.data.client.name }) : undefined}
      width="narrow"
    >
      <Card>
        <QueryView query={query} skeleton={<Skeleton height={260} radius={14} />}>
          {(session) => <Request key={session.id} session={session} />}
        </QueryView>
      </Card>
    </Page>
  )
}

function Request({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const confirm = useConfirmSession()
  const reject = useRejectSession()
  // An answer just given is on its way out of this screen; only what somebody else did has been handled before.
  const answered = [confirm, reject].some(({ isPending, isSuccess }) => isPending || isSuccess)
  if (!session.allowedActions.includes('confirm') && !answered) {
    return (
      <EmptyState
        icon={<IconCircleCheck />}
        text={t('confirm.handled')}
        action={
          <Button component={Link} to={paths.sessionView({ sessionId: session.id })} variant="light">
            {t('confirm.seeSession')}
          </Button>
        }
      />
    )
  }
  return <Answer session={session} confirm={confirm} reject={reject} />
}

type AnswerProps = {
  session: SessionDto
  confirm: ReturnType<typeof useConfirmSession>
  reject: ReturnType<typeof useRejectSession>
}

function Answer({ session, confirm, reject }: AnswerProps) {
  const { t } = useTranslation(['sessions', 'common'])
  const viewer = useViewer()
  const user = useSessionUser()
  const navigate = useNavigate()
  const now = useNow()
  const [rejecting, setRejecting] = useState(false)
  const form = useForm<MeetingForm>({
    mode: 'all',
    defaultValues: meetingOf(session, user),
    resolver: modelResolver(MeetingForm),
  })
  const { formError } = useFields(form)
  const { id: sessionId, client } = session
  const name = client?.name ?? ''

  const submit = form.handleSubmit((values) =>
    confirm.mutate(
      { sessionId, meeting: meetingBody(MeetingForm.parse(values)) },
      {
        onSuccess: () => {
          setAlert(t('confirm.done', { name }), 'success')
          void navigate(paths.sessionView({ sessionId }))
        },
        onError: (failure) => showFailure(failure, { form }),
      },
    ),
  )

  return (
    <FormProvider {...form}>
      <SessionFacts session={session} viewer={viewer} withPlace={false} />
      <p className={classes.asked}>
        {t('confirm.askedAgo', { ago: formatRelative(fromIso(session.createdAt), now, currentLanguage()) })}
      </p>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2 className={classes.heading}>{t('confirm.where')}</h2>
        <MeetingFields />
        {formError && <Input.Error role="alert">{formError}</Input.Error>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setRejecting(true)} disabled={confirm.isPending}>
            {t('confirm.reject')}
          </Button>
          <LoadingButton type="submit" loading={confirm.isPending} loadingLabel={t('common:loading')}>
            {t('confirm.submit')}
          </LoadingButton>
        </div>
      </form>
      {rejecting && (
        <ReasonDialog
          title={t('confirm.rejectTitle')}
          subtitle={t('confirm.rejectSubtitle', { name })}
          accept={t('confirm.rejectAccept')}
          keep={t('common:back')}
          onAccept={async (reason) => {
            await reject.mutateAsync({ sessionId, reason })
            setAlert(t('confirm.rejected', { name }), 'success')
            void navigate(paths.sessionView({ sessionId }))
          }}
          onClose={() => setRejecting(false)}
        />
      )}
    </FormProvider>
  )
}
