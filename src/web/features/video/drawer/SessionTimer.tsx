import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { useSeconds } from '../lobby/use-seconds.ts'
import classes from './Drawer.module.css'
import { timerOf } from './timer.ts'

/** How long the session goes on, and kindly how much of it is left. */
export function SessionTimer({ session }: { session: SessionDto }) {
  const { t } = useTranslation('video')
  const timer = timerOf(session, useSeconds())
  const warning = timer.phase === 'on' ? timer.warning : undefined
  return (
    <div className={classes.time}>
      <span
        className={classes.timer}
        role="timer"
        aria-label={t('timer.label')}
        data-warning={warning ?? (timer.phase === 'after' ? 'over' : undefined)}
      >
        {timer.phase !== 'on' ? (
          t(`timer.${timer.phase}`, { count: timer.minutes })
        ) : (
          <>
            <span className={classes.elapsed}>
              {timer.elapsed}
              {warning && ' · '}
            </span>
            {warning && t('timer.left', { count: timer.left })}
          </>
        )}
      </span>
      <span className={classes.warning} role="status">
        {warning && t(`timer.warning.${warning}`)}
      </span>
    </div>
  )
}
