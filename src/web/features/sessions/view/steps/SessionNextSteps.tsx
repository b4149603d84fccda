import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { SESSION_DIALOGS, type SessionDialog } from '#web/paths.ts'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { noticeHours } from '#web/widgets/session/notice-hours.ts'
import { isNear } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { isLate } from '../notice.ts'
import { AddToCalendarItems } from '../AddToCalendar.tsx'
import { CancelSession } from '../CancelSession.tsx'
import { ExcuseSession } from '../ExcuseSession.tsx'
import classes from './SessionNextSteps.module.css'
import { canAddToCalendar, divided, hasBarButton } from './session-steps.ts'
import { MoreSteps, StepButton } from './SessionStep.tsx'
import { useEndedDialog } from '../use-ended-dialog.ts'
import { useSteps } from './use-steps.ts'
import { WithdrawExcuse } from '../WithdrawExcuse.tsx'
import { WithdrawProposal } from '../WithdrawProposal.tsx'

// Both load date pickers or free hours, which most visits never need.
const ClientMoveDialog = lazyDialog(() => import('../ClientMoveDialog.tsx'))
const MoveSessionDialog = lazyDialog(async () => ({
  default: (await import('#web/widgets/session/move/MoveSessionDialog.tsx')).MoveSessionDialog,
}))

type Props = { session: SessionDto; viewer: Viewer }

/** The viewer's allowed actions on a session: exactly what the server says; the first are buttons, the rest a menu. */
export function SessionNextSteps({ session, viewer }: Props) {
  const [dialog, open] = useDialog()
  const menu = useRef<HTMLButtonElement>(null)
  const { allowedActions } = session
  const canMove = allowedActions.includes('reschedule') || allowedActions.includes('requestMove')
  // Before it is near, that is in the bar.
  const addable = isNear(session) && canAddToCalendar(session)
  const { shown, more } = divided(useSteps(session, viewer, open), {
    besideBar: hasBarButton(session),
    hasMenu: addable,
  })
  const close = () => {
    open(null)
    // A menu's item that opened a dialog is unmounted by then: the focus returns to the menu's button.
    if (more.some(({ key }) => key === dialog)) menu.current?.focus()
  }
  useEndedDialog(dialog === 'move', canMove, close)
  return (
    <>
      <Group mt="lg" gap="xs" className={classes.steps}>
        {shown.map((step) => (
          <StepButton key={step.key} step={step} />
        ))}
        {/* Each is the only step beside one or two others. */}
        <ExcuseSession session={session} />
        <WithdrawExcuse session={session} />
        <WithdrawProposal session={session} />
        <MoreSteps ref={menu} steps={more}>
          {addable && <AddToCalendarItems session={session} />}
        </MoreSteps>
      </Group>
      <CancelSession session={session} viewer={viewer} asking={dialog === 'cancel'} onClose={close} />
      <TooLateToMove session={session} viewer={viewer} />
      <Suspense>
        {dialog === 'move' &&
          canMove &&
          (viewer.side === 'coach' ? (
            <MoveSessionDialog session={session} onClose={close} />
          ) : (
            <ClientMoveDialog session={session} viewer={viewer} onClose={close} />
          ))}
      </Suspense>
    </>
  )
}

/** Tells a client why their session can no longer be moved (product §9): nothing else on the screen does. */
function TooLateToMove({ session, viewer }: Props) {
  const { t } = useTranslation('moves')
  const now = useNow()
  const { allowedActions, type, phase, status, coach, startsAt } = session
  const applies =
    viewer.side === 'client' &&
    type === 'Client' &&
    status === 'confirmed' &&
    phase === 'upcoming' &&
    !allowedActions.includes('reschedule') &&
    !allowedActions.includes('requestMove')
  const { data: calendar } = useQuery({ ...calendarQuery(viewer.coachId), enabled: applies })
  // Another reason may prevent it, such as a paused process.
  if (!applies || !calendar || !isLate(calendar, fromIso(startsAt), now)) return null
  const count = noticeHours(calendar)
  return <p className={classes.note}>{t('move.tooLate', { count, name: coach.name })}</p>
}

/** The open dialog is in the URL, so that a link can open it. */
function useDialog(): [SessionDialog | undefined, (dialog: SessionDialog | null) => void] {
  const [params, setParams] = useSearchParams()
  return [
    SESSION_DIALOGS.find((each) => each === params.get('open')),
    (dialog) => setParams(dialog === null ? {} : { open: dialog }, { replace: true }),
  ]
}
