import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { useCreates, useSessionUser, useUserType } from '#web/store/store.ts'
import { NewMenu } from './create/NewMenu.tsx'
import classes from './BottomBar.module.css'
import { bottomBar, placeBeyondPaths, type SidebarLink } from './navigation.ts'

/** The most used places at the foot of a phone, and in their middle what a coach can begin. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  const userType = useUserType() ?? 'client'
  const { clientId } = useSessionUser()
  const creates = useCreates()
  const places = bottomBar(userType, clientId)
  const current = placeBeyondPaths(places, useLocation().pathname)
  const half = creates ? places.length / 2 : places.length
  return (
    <nav className={classes.bar} aria-label={t('menu.bottom')}>
      {places.slice(0, half).map(placeOf)}
      {creates && (
        <NewMenu
          position="top"
          button={(props) => (
            <button
              type="button"
              {...props}
              className={`${classes.item} ${classes.create}`}
              aria-keyshortcuts="N"
            >
              <IconPlus aria-hidden="true" />
              <span>{t('new.open')}</span>
            </button>
          )}
        />
      )}
      {places.slice(half).map(placeOf)}
    </nav>
  )

  function placeOf({ label, to, Icon }: SidebarLink) {
    // As in the sidebar.
    const Item = current === undefined ? NavLink : Link
    const isMarked = current === undefined || current === label
    return (
      <Item key={to} to={to} className={classes.item} aria-current={isMarked ? 'page' : undefined}>
        <Icon aria-hidden="true" />
        <span>{t(`screens.${label}`)}</span>
      </Item>
    )
  }
}
