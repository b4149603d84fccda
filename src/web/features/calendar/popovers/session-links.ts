import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { UserType } from '#contract/account/auth.ts'
import { paths } from '#web/paths.ts'

type Links = 'answer' | 'answerMove' | 'choose' | 'move' | 'edit' | 'close' | 'cancel'

/** The links for a viewer's allowed actions on a session, except those done in the calendar itself. */
export function linksOf(
  session: Pick<SessionListItem, 'id' | 'type' | 'phase' | 'allowedActions'>,
  side: UserType,
): { what: Links; to: string }[] {
  const { id: sessionId, type, phase, allowedActions } = session
  const may = (...actions: SessionListItem['allowedActions']) =>
    actions.some((action) => allowedActions.includes(action))
  const links: [Links, boolean, string][] = [
    ['answer', may('confirm'), paths.sessionConfirm({ sessionId })],
    ['answerMove', may('acceptMove'), paths.sessionConfirm({ sessionId })],
    ['choose', may('accept'), paths.sessionView({ sessionId })],
    [
      'move',
      side === 'client' && may('reschedule', 'requestMove'),
      paths.sessionView({ sessionId, open: 'move' }),
    ],
    ['edit', may('edit'), paths.sessionEdit({ type, sessionId })],
    ['close', phase === 'toClose' && may('close'), paths.sessionFinished({ sessionId })],
    ['cancel', may('cancel'), paths.sessionView({ sessionId, open: 'cancel' })],
  ]
  return links.flatMap(([what, isOpen, to]) => (isOpen ? [{ what, to }] : []))
}
