import { Button, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import type { BriefNotes } from '#contract/sessions/session-records.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { HoursDrawing } from '#web/ui/drawings/HoursDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { NotKept } from '#web/widgets/drafts/NotKept.tsx'
import { useDraftKeeper, useKeeps, useStoredDraft } from '#web/widgets/drafts/use-draft.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import {
  ATTENDANCE_ANSWERS,
  ClosingForm,
  emptyClosing,
  hasInput,
  restoredClosing,
  type ClosingValues,
} from './closing-form.ts'
import { ClosingFields } from './ClosingFields.tsx'
import { ClosingLeaveGuard } from './ClosingLeaveGuard.tsx'
import { SessionFacts } from '#web/features/sessions/components/SessionFacts.tsx'
import { NotBooked } from './NotBooked.tsx'
import { NotesBefore } from './NotesBefore.tsx'
import { briefQuery } from '../records.queries.ts'
import { SessionRecord } from '#web/features/sessions/record/SessionRecord.tsx'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useClosing, type Unbooked } from './use-closing.ts'

/** The coach's closing form, and the read-only record once it is closed (product §9). */
export function Component() {
  const { sessionId = '' } = useParams()
  const query = useQuery(sessionQuery(sessionId))
  // Outlives the form: when the next booking is refused, the record has replaced the form.
  const [unbooked, setUnbooked] = useState<Unbooked>()
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query} skeleton={<Skeleton height={420} radius={16} />}>
      {(session) => {
        if (session.closing !== null) {
          const notice = unbooked && <NotBooked session={session} unbooked={unbooked} />
          return <SessionRecord session={session} notice={notice} />
        }
        return session.allowedActions.includes('close') ? (
          // Keyed by session, so that input never moves to another session.
          <Closing key={session.id} session={session} onUnbooked={setUnbooked} />
        ) : (
          <NotNow session={session} />
        )
      }}
    </QueryView>
  )
}

type ClosingProps = { session: SessionDto; onUnbooked: (unbooked: Unbooked) => void }

/** The form, restored from a draft if there is one. It has parts of the brief, and does not move once they are there. */
function Closing({ session, onUnbooked }: ClosingProps) {
  const draft = `closing.${session.id}`
  const stored = useStoredDraft(draft)
  const brief = useQuery(briefQuery(session.id))
  const isFirstTry = brief.isPending && brief.failureCount === 0
  if (!stored || isFirstTry) return <Skeleton height={420} radius={16} />
  const restored = restoredClosing(stored.value, session)
  const notes = brief.data?.notes
  return <OpenClosing key={draft} {...{ session, draft, restored, notes, onUnbooked }} />
}

type OpenClosingProps = ClosingProps & {
  draft: string
  restored: Required<ClosingValues> | undefined
  /** What the coach wrote for themselves before; undefined if the brief could not be loaded. */
  notes: BriefNotes | undefined
}

function OpenClosing({ session, draft, restored, notes, onUnbooked }: OpenClosingProps) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  const send = useClosing(session, onUnbooked)
  const name = session.client?.name ?? session.group?.name ?? session.title
  const empty = emptyClosing(session, useAnswerGiven())
  const [fromDraft, setFromDraft] = useState(restored !== undefined)
  const form = useSchemaForm(ClosingForm, { defaultValues: restored ?? empty })
  const keeper = useDraftKeeper(draft)
  const keeps = useKeeps(keeper)
  const [opened] = useState(empty)
  useEffect(() => {
    const watching = form.watch((values) =>
      hasInput(form.getValues(), opened) ? keeper.keep(values) : keeper.drop(),
    )
    return () => watching.unsubscribe()
  }, [form, keeper, opened])

  const submit = form.handleSubmit((values) => {
    // Kept as a draft: if the sign-in expires, the same person finds it again.
    keeper.flush()
    // A promise: the mutation's callbacks are not called after the screen is left, and the draft would remain.
    void send.close(values).then(
      () => {
        keeper.drop()
        setAlert(values.summary.trim() ? t('closing.done', { name }) : t('closing.doneWordless'), 'success')
      },
      (failure: unknown) => showFailure(failure, { form }),
    )
  })

  const startOver = () => {
    keeper.drop()
    form.reset(empty)
    setFromDraft(false)
  }

  return (
    <Page
      title={t('closing.title')}
      subtitle={t('closing.subtitle')}
      template="form"
      back={<BackLink to={paths.sessionView({ sessionId: session.id })} label={session.title} />}
    >
      {fromDraft && (
        <Banner icon={<IconHistory />} text={t('closing.restored')}>
          <Button variant="default" size="xs" onClick={startOver}>
            {t('closing.startOver')}
          </Button>
        </Banner>
      )}
      <Card title={session.title}>
        <SessionFacts session={session} viewer={viewer} />
      </Card>
      <NotesBefore notes={notes} />
      <FormProvider {...form}>
        <ClosingFields session={session} name={name} saving={send.isPending} onSubmit={() => void submit()} />
      </FormProvider>
      {!keeps && <NotKept untilSent />}
      {/* Without drafts in this browser, leaving loses the input. */}
      <ClosingLeaveGuard active={!keeps && hasInput(form.watch(), opened) && !send.isSuccess} />
    </Page>
  )
}

/** The attendance already chosen on the way here. */
function useAnswerGiven() {
  const state: unknown = useLocation().state
  const said = typeof state === 'object' && state !== null && 'attendance' in state ? state.attendance : null
  return ATTENDANCE_ANSWERS.find((answer) => answer === said)
}

function NotNow({ session }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  return (
    <Page title={t('closing.title')} template="form">
      <Card>
        <EmptyState
          drawing={<HoursDrawing />}
          text={t(session.status === 'confirmed' ? 'closing.notYet' : 'closing.notAnyMore')}
          action={
            <Button component={Link} to={paths.sessionView({ sessionId: session.id })} variant="light">
              {t('confirm.seeSession')}
            </Button>
          }
        />
      </Card>
    </Page>
  )
}
