import '#web/ui/theme/kit-switch.ts'
import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'
import { SaveBar } from '#web/ui/layout/SaveBar.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'
import { SeriesScopeChoice } from '#web/widgets/session/SeriesScopeChoice.tsx'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import type { EditSessionForm } from './edit-session-form.ts'
import { lengthChoices } from '#web/features/sessions/book/new-session-form.ts'
import { useEditing } from './use-editing.ts'
import { BookingPreview } from '#web/features/sessions/times/BookingPreview.tsx'
import { CancelSession, CancelSessionButton } from '#web/features/sessions/view/CancelSession.tsx'
import { MeetingFields } from '#web/features/sessions/components/MeetingFields.tsx'
import { PurposeFields } from '#web/features/sessions/components/PurposeFields.tsx'
import classes from '#web/features/sessions/components/SessionForm.module.css'
import { minutesOf } from '#web/widgets/session/session-look.ts'
import { TimeFields } from '#web/features/sessions/times/TimeFields.tsx'

/** The form of an existing session; its time can be edited while it can be moved. */
export function EditSession({ session }: { session: SessionDto }) {
  const { t } = useTranslation(['booking', 'schedule', 'common'])
  const viewer = useViewer()
  const form = useFormContext<EditSessionForm>()
  const { formError } = useFields(form)
  const [cancelling, setCancelling] = useState(false)
  const { data: calendar } = useQuery(calendarQuery(viewer.coachId))
  const editing = useEditing(session)
  const { span, isMoved, warnings, canBook, scope, setScope, notify, setNotify } = editing
  const name = session.client?.name
  return (
    <Columns>
      <LeaveGuard active={form.formState.isDirty && !editing.isSaved && !cancelling} />
      <Card>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            editing.submit()
          }}
        >
          {session.seriesId !== null && (
            <SeriesScopeChoice label={t('edit.scope')} value={scope} onChange={setScope} />
          )}
          <TimeFields
            lengths={lengthChoices(calendar?.durations ?? [], minutesOf(session))}
            disabled={!session.allowedActions.includes('reschedule')}
          />
          {isMoved && (
            <Switch
              label={
                name === undefined ? t('schedule:move.notifyGroup') : t('schedule:move.notify', { name })
              }
              description={t('schedule:move.notifyHint')}
              checked={notify}
              onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
            />
          )}
          <MeetingFields ofGroup={session.group !== null} />
          <PurposeFields />
          <div role="status" className={classes.warnings}>
            {isMoved && <TimeWarnings warnings={warnings} />}
          </div>
          <CancelSessionButton session={session} onAsk={() => setCancelling(true)} />
          <CancelSession
            session={session}
            viewer={viewer}
            asking={cancelling}
            onClose={() => setCancelling(false)}
          />
          <SaveBar inCard error={formError}>
            <Button component={Link} to={paths.sessionView({ sessionId: session.id })} variant="default">
              {t('common:cancel')}
            </Button>
            <LoadingButton
              type="submit"
              loading={editing.isSaving}
              loadingLabel={t('common:loading')}
              disabled={!canBook}
            >
              {t(editing.isKnowing ? 'edit.anyway' : 'edit.submit')}
            </LoadingButton>
          </SaveBar>
        </form>
      </Card>
      <Column sticky>
        <BookingPreview
          range={span}
          viewer={viewer}
          client={session.client ?? undefined}
          without={session.id}
        />
      </Column>
    </Columns>
  )
}
