import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatDayMonth } from '#time/format.ts'
import { formatRelative } from '#time/relative.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import { SessionStatus } from '#web/widgets/session/SessionStatus.tsx'
import { otherParty, shownStatus } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import classes from './SessionStateNotice.module.css'

type Props = { session: SessionDto; viewer: Viewer }

/** A session's status, what it means for the viewer, and the reason of a cancellation. */
export function SessionStateNotice({ session, viewer }: Props) {
  const { t } = useTranslation('sessions')
  const { cancellation } = session
  const meaning = useMeaning(session, viewer)
  return (
    <div className={classes.statusText}>
      <div className={classes.state}>
        <SessionStatus session={session} side={viewer.side} />
        {cancellation?.late && <StatusBadge label={t('view.late')} tone="warning" />}
        {meaning !== undefined && <span className={classes.meaning}>{meaning}</span>}
      </div>
      {cancellation && cancellation.reason !== '' && (
        <p className={classes.reason}>
          <IconInfoCircle size={18} aria-hidden="true" className={classes.icon} />
          <span>
            <strong>{t('view.reason')}</strong>
            {': '}
            {cancellation.reason}
          </span>
        </p>
      )}
    </div>
  )
}

/** For a group member who excused themselves; others see nothing. */
const isExcused = ({ attendance }: SessionDto, { side, clientId }: Viewer) =>
  side === 'client' && attendance.some(({ personId, state }) => personId === clientId && state === 'excused')

function useMeaning(session: SessionDto, viewer: Viewer): string | undefined {
  const { t } = useTranslation('sessions')
  const now = useNow()
  const language = currentLanguage()
  const { cancellation } = session
  const isCoach = viewer.side === 'coach'
  const status = shownStatus(session)
  if (cancellation !== null) {
    const own = cancellation.by === viewer.side
    const name = otherParty(session, viewer)?.name ?? ''
    if (status === 'rejected') return own ? t('view.rejectedByYou') : t('view.rejectedBy', { name })
    const date = formatDayMonth(fromIso(cancellation.at), viewer.timezone, language)
    return own ? t('view.cancelledByYou', { date }) : t('view.cancelledBy', { name, date })
  }
  const startsIn = () =>
    t('view.startsIn', { when: formatRelative(fromIso(session.startsAt), now, language) })
  switch (status) {
    case 'requested':
      return isCoach ? undefined : t('view.waiting')
    case 'proposed':
      return t(isCoach ? 'view.proposedCoach' : 'view.proposedClient', { name: session.client?.name ?? '' })
    case 'confirmed':
      if (isExcused(session, viewer)) return t('view.excused')
      return startsIn()
    case 'inProgress':
      // Its state begins ten minutes before it does.
      return now < fromIso(session.startsAt) ? startsIn() : t('view.inProgress')
    case 'toClose':
      return t(isCoach ? 'view.toCloseCoach' : 'view.toCloseClient')
    case 'expired':
      return t('view.expired')
    default:
      return undefined
  }
}
