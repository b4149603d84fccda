import {
  IconCalendarTime,
  IconCalendarX,
  IconClipboardCheck,
  IconFileText,
  IconMailQuestion,
  IconMessageHeart,
  IconNotes,
  IconPencil,
  IconVideo,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionAction, SessionDto } from '#contract/sessions/sessions.ts'
import { paths, type SessionDialog } from '#web/paths.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { fromIso } from '#time/clock.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { isJoinable, isNear, wayInto } from '#web/widgets/session/session-look.ts'
import type { Step } from './SessionStep.tsx'

/** What the viewer can do next with a session: the main step first, cancelling last. */
export function useSteps(session: SessionDto, viewer: Viewer, open: (dialog: SessionDialog) => void): Step[] {
  const { t } = useTranslation(['moves', 'sessions'])
  const { id: sessionId, type, phase, closing, meetingUrl, title } = session
  const isCoach = viewer.side === 'coach'
  const can = (action: SessionAction) => session.allowedActions.includes(action)
  const hasEnded = fromIso(session.endsAt) <= useNow()
  const joinsNow = isNear(session) && isJoinable(session)
  const steps: Step[] = []
  if (can('confirm')) {
    steps.push({
      key: 'confirm',
      label: t('sessions:view.confirm'),
      icon: IconMailQuestion,
      does: { to: paths.sessionConfirm({ sessionId }) },
      isMain: true,
    })
  }
  const hasRecord = isCoach && closing !== null
  if (can('close') || hasRecord) {
    steps.push({
      key: 'record',
      label: t(hasRecord ? 'sessions:view.record' : 'sessions:view.close'),
      icon: IconClipboardCheck,
      does: { to: paths.sessionFinished({ sessionId }) },
      isMain: !hasRecord && phase !== 'inProgress',
    })
  }
  const move: Step = {
    key: 'move',
    label: t(isCoach ? 'move.coach' : 'move.client'),
    icon: IconCalendarTime,
    does: { run: () => open('move') },
  }
  const between = can('reschedule') || can('requestMove') ? [move] : []
  const reading = isCoach ? briefOf() : outcomeOf()
  // Once it can be closed, there is little left to prepare.
  steps.push(...(can('close') ? [...between, ...reading] : [...reading, ...between]))
  if (can('edit')) {
    const to = paths.sessionEdit({ type, sessionId })
    steps.push({ key: 'edit', label: t('edit'), icon: IconPencil, does: { to } })
  }
  const itemId = session.clientId ?? session.groupId
  if (isCoach && itemId !== null) {
    const to = paths.notesOf({ type, itemId, open: 'new', session: sessionId })
    steps.push({ key: 'note', label: t('note'), icon: IconNotes, does: { to } })
  }
  // When it is time, it is the main button, in the bar.
  if (!joinsNow && isJoinable(session)) {
    steps.push({
      key: 'join',
      label: t('sessions:join'),
      icon: IconVideo,
      does:
        meetingUrl === null || wayInto(session) === 'room'
          ? { to: paths.sessionRoom({ sessionId }) }
          : { href: meetingUrl },
      name: t('sessions:joinSession', { title }),
    })
  }
  if (can('cancel')) {
    steps.push({
      key: 'cancel',
      label: t('sessions:view.cancel'),
      icon: IconCalendarX,
      does: { run: () => open('cancel') },
      isNegative: true,
    })
  }
  return steps

  /** Before the session, what the coach prepares with. */
  function briefOf(): Step[] {
    if (session.status !== 'confirmed' || phase === 'toClose') return []
    const to = paths.sessionBrief({ sessionId })
    // A move that waits for an answer comes first.
    const isMain = !isNear(session) && !can('acceptMove')
    return [{ key: 'brief', label: t('brief'), icon: IconFileText, does: { to }, isMain }]
  }

  /** Afterwards, what the client rates or reads. */
  function outcomeOf(): Step[] {
    // It can be rated before, where it ends before its time; until then it is joined from here.
    const canRate = can('rate') && hasEnded && session.feedback.length === 0
    if (!canRate && closing === null) return []
    const to = paths.ending({ sessionId })
    return canRate
      ? [{ key: 'rate', label: t('rate'), icon: IconMessageHeart, does: { to }, isMain: true }]
      : [
          {
            key: 'ending',
            // The summary is on this screen already; the other one has what is not.
            label: t(session.feedback.length > 0 ? 'endingRated' : 'ending'),
            icon: IconFileText,
            does: { to },
          },
        ]
  }
}
