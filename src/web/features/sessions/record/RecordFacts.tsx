import { useTranslation } from 'react-i18next'
import type { AttendanceState, SessionDto } from '#contract/sessions/sessions.ts'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'
import classes from './RecordFacts.module.css'

/** Who attended and for how long. That nobody met is the session's status; of a group it still says who excused themselves. */
export function RecordFacts({ session: { closing, attendance, type, status } }: { session: SessionDto }) {
  const { t } = useTranslation('sessions')
  const haveMet = status === 'completed'
  const known = haveMet || type === 'Group' ? attendance.filter(({ state }) => state !== null) : []
  if (known.length === 0 && !haveMet) return null
  return (
    <dl className={classes.facts} data-group={type === 'Group' || undefined}>
      {known.length > 0 && (
        <div>
          <dt>{t('record.attendance')}</dt>
          <dd>
            <ul className={classes.people}>
              {known.map(({ personId, name, lastName, state, reason }) => (
                <li key={personId}>
                  {type === 'Group' && <span className={classes.name}>{`${name} ${lastName}`}</span>}
                  <StatusBadge label={t(`record.states.${state!}`)} tone={TONES[state!]} />
                  {reason && <span className={classes.reason}>{reason}</span>}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {closing && haveMet && (
        <div>
          <dt>{t('record.realMinutes')}</dt>
          <dd>{t('times.minutes', { count: closing.realMinutes })}</dd>
        </div>
      )}
    </dl>
  )
}

const TONES: Record<AttendanceState, Tone> = {
  present: 'positive',
  late: 'warning',
  absent: 'negative',
  excused: 'neutral',
}
