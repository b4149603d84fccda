import { Button, Group } from '@mantine/core'
import {
  IconCalendarTime,
  IconClipboardCheck,
  IconFileText,
  IconMailQuestion,
  IconMessageHeart,
  IconPencil,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { SessionAction, SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { SESSION_DIALOGS, paths, type SessionDialog } from '#web/paths.ts'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { noticeHours } from '#web/widgets/session/notice-hours.ts'
import { isNear } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { isLate } from './notice.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import { CancelSession } from './CancelSession.tsx'
import { ExcuseSession } from './ExcuseSession.tsx'
import classes from './SessionNextSteps.module.css'
import { useEndedDialog } from './use-ended-dialog.ts'
import { WithdrawExcuse } from './WithdrawExcuse.tsx'
import { WithdrawProposal } from './WithdrawProposal.tsx'

// Both load date pickers or free hours, which most visits never need.
const ClientMoveDialog = lazyDialog(() => import('./ClientMoveDialog.tsx'))
const MoveSessionDialog = lazyDialog(async () => ({
  default: (await import('#web/widgets/session/move/MoveSessionDialog.tsx')).MoveSessionDialog,
}))

type Props = { session: SessionDto; viewer: Viewer }

/** The viewer's allowed actions on a session: exactly what the server says. */
export function SessionNextSteps({ session, viewer }: Props) {
  const { t } = useTranslation(['moves', 'sessions'])
  const [dialog, open] = useDialog()
  const sessionId = session.id
  const isCoach = viewer.side === 'coach'
  const can = (action: SessionAction) => session.allowedActions.includes(action)
  const hasRecord = isCoach && session.closing !== null
  const canMove = can('reschedule') || can('requestMove')
  const close = () => open(null)
  useEndedDialog(dialog === 'move', canMove, close)
  return (
    <>
      <Group mt="lg" gap="xs" className={classes.steps}>
        {can('confirm') && (
          <Button
            component={Link}
            to={paths.sessionConfirm({ sessionId })}
            leftSection={<IconMailQuestion size={18} aria-hidden="true" />}
          >
            {t('sessions:view.confirm')}
          </Button>
        )}
        {(can('close') || hasRecord) && (
          <Button
            component={Link}
            to={paths.sessionFinished({ sessionId })}
            variant={hasRecord || session.phase === 'inProgress' ? 'default' : 'filled'}
            leftSection={<IconClipboardCheck size={18} aria-hidden="true" />}
          >
            {t(hasRecord ? 'sessions:view.record' : 'sessions:view.close')}
          </Button>
        )}
        <Reading session={session} isCoach={isCoach} />
        {canMove && (
          <Button
            variant="default"
            leftSection={<IconCalendarTime size={18} aria-hidden="true" />}
            onClick={() => open('move')}
          >
            {t(isCoach ? 'move.coach' : 'move.client')}
          </Button>
        )}
        {can('edit') && (
          <Button
            component={Link}
            to={paths.sessionEdit({ type: session.type, sessionId })}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
          >
            {t('edit')}
          </Button>
        )}
        {/* The other one is the page's main button. */}
        {isNear(session) ? (
          <AddToCalendar session={session} />
        ) : (
          <JoinButton session={session} variant="default" />
        )}
        <ExcuseSession session={session} />
        <WithdrawExcuse session={session} />
        <WithdrawProposal session={session} />
        <CancelSession
          session={session}
          viewer={viewer}
          asking={dialog === 'cancel'}
          onAsk={() => open('cancel')}
          onClose={close}
        />
      </Group>
      <TooLateToMove session={session} viewer={viewer} />
      <Suspense>
        {dialog === 'move' &&
          canMove &&
          (isCoach ? (
            <MoveSessionDialog session={session} onClose={close} />
          ) : (
            <ClientMoveDialog session={session} viewer={viewer} onClose={close} />
          ))}
      </Suspense>
    </>
  )
}

/** Further links: before the session the coach's brief, afterwards the client's outcome. */
function Reading({ session, isCoach }: { session: SessionDto; isCoach: boolean }) {
  const { t } = useTranslation('moves')
  const { id: sessionId, status, phase, closing, allowedActions } = session
  if (isCoach) {
    if (status !== 'confirmed' || phase === 'toClose') return null
    return (
      <Button
        component={Link}
        to={paths.sessionBrief({ sessionId })}
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden="true" />}
      >
        {t('brief')}
      </Button>
    )
  }
  const canRate = allowedActions.includes('rate') && session.feedback.length === 0
  if (!canRate && closing === null) return null
  return (
    <Button
      component={Link}
      to={paths.ending({ sessionId })}
      variant={canRate ? 'filled' : 'default'}
      leftSection={
        canRate ? (
          <IconMessageHeart size={18} aria-hidden="true" />
        ) : (
          <IconFileText size={18} aria-hidden="true" />
        )
      }
    >
      {t(canRate ? 'rate' : 'ending')}
    </Button>
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
