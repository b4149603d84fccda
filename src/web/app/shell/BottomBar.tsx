import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useSessionUser, useUserType } from '#web/store/store.ts'
import classes from './BottomBar.module.css'
import { bottomBar } from './navigation.ts'

/** The most used places at the foot of a phone. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  const userType = useUserType() ?? 'client'
  const { clientId } = useSessionUser()
  return (
    <nav className={classes.bar} aria-label={t('menu.bottom')}>
      {bottomBar(userType, clientId).map(({ label, to, Icon }) => (
        <NavLink key={to} to={to} className={classes.item}>
          <Icon aria-hidden="true" />
          <span>{t(`screens.${label}`)}</span>
        </NavLink>
      ))}
    </nav>
  )
}
