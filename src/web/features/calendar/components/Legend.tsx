import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions.ts'
import { shownStatus, type ShownStatus } from '#web/widgets/session-look.ts'
import { SessionStatus } from '#web/widgets/SessionStatus.tsx'
import classes from './Legend.module.css'

/** The states on screen, each in its colour and its word. */
export function Legend({ sessions }: { sessions: readonly SessionListItem[] }) {
  const { t } = useTranslation('calendar')
  const shown = new Map<ShownStatus, SessionListItem>(
    sessions.map((session) => [shownStatus(session), session]),
  )
  if (shown.size < 2) return null
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {[...shown].map(([status, session]) => (
        <li key={status}>
          <SessionStatus session={session} />
        </li>
      ))}
    </ul>
  )
}
