import { useTranslation } from 'react-i18next'
import type { Seated } from '../seats.ts'
import { seatShare } from '../seats.ts'
import classes from './Seats.module.css'

/** How full a group is: in words and as a bar. */
export function Seats({ group }: { group: Seated }) {
  const { t } = useTranslation('groups')
  const { members, invited, capacity } = group
  return (
    <div className={classes.seats}>
      <div className={classes.text}>
        <span className={classes.count}>{t('seats', { taken: members, capacity })}</span>
        {invited > 0 && <span>{t('invitedSeats', { count: invited })}</span>}
      </div>
      <div className={classes.bar} aria-hidden="true">
        {members > 0 && (
          <span
            className={`${classes.in} ${classes.some}`}
            style={{ width: `${seatShare(members, group)}%` }}
          />
        )}
        {invited > 0 && (
          <span
            className={`${classes.invited} ${classes.some}`}
            style={{ width: `${seatShare(invited, group)}%` }}
          />
        )}
      </div>
    </div>
  )
}
