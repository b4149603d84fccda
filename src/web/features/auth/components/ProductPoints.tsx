import { IconCalendarCheck, IconListCheck, IconLockHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ProductPoints.module.css'

const POINTS = [
  { key: 'calendar', Icon: IconCalendarCheck },
  { key: 'agreements', Icon: IconListCheck },
  { key: 'trust', Icon: IconLockHeart },
] as const

/** What Norte does for a coach and their clients: three points, and for whom it is. */
export function ProductPoints({ className }: { className: string | undefined }) {
  const { t } = useTranslation('auth')
  return (
    <section className={`${classes.body} ${className}`} aria-label={t('landing.what')}>
      <ul className={classes.points}>
        {POINTS.map(({ key, Icon }) => (
          <li key={key} className={classes.point}>
            <Icon aria-hidden="true" />
            <span>
              <strong>{t(`landing.points.${key}.title`)}</strong>
              {t(`landing.points.${key}.text`)}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.foot}>{t('landing.foot')}</p>
    </section>
  )
}
