import { useTranslation } from 'react-i18next'
import type { Attendee } from '#contract/sessions/sessions.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import classes from './Attendees.module.css'

/** For the coach: who is expected at a group session, and who is excused. */
export function Attendees({ attendance }: { attendance: readonly Attendee[] }) {
  const { t } = useTranslation('moves')
  const expected = attendance.filter(({ state }) => state !== 'excused').length
  return (
    <Card
      title={t('attendees.title')}
      aside={<span className={classes.count}>{t('attendees.count', { count: expected })}</span>}
    >
      {attendance.length === 0 ? (
        <p className={classes.none}>{t('attendees.nobody')}</p>
      ) : (
        <ul className={classes.people}>
          {attendance.map(({ personId, name, lastName, photo, state, reason }) => (
            <li key={personId} className={classes.person}>
              <PersonAvatar name={`${name} ${lastName}`} lastName={lastName} src={photo?.fileURL} size={32} />
              <div className={classes.who}>
                {name} {lastName}
                {reason !== null && <p className={classes.reason}>{reason}</p>}
              </div>
              {state === 'excused' && <StatusBadge label={t('attendees.excused')} tone="neutral" />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
