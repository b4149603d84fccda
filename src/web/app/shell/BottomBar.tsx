import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useUserType } from '#web/app/store/store.ts'
import classes from './BottomBar.module.css'
import { BOTTOM_BAR } from './places.ts'

/** The most used places at the foot of a phone. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  const userType = useUserType() ?? 'client'
  return (
    <nav className={classes.bar} aria-label={t('menu.bottom')}>
      {BOTTOM_BAR[userType].map(({ label, to, Icon }) => (
        <NavLink key={to} to={to} className={classes.item}>
          <Icon aria-hidden="true" />
          <span>{t(`places.${label}`)}</span>
        </NavLink>
      ))}
    </nav>
  )
}
