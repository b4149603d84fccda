import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { useCreates, useUserType } from '#web/store/store.ts'
import { NewMenu } from './create/NewMenu.tsx'
import classes from './BottomBar.module.css'
import { bottomBar, isThreadOpen, placeBeyondPaths, type SidebarLink } from './navigation.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

/** The most used places at the foot of a phone, and in their middle what a coach can begin. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  const userType = useUserType() ?? 'client'
  const creates = useCreates()
  const places = bottomBar(userType)
  const location = useLocation()
  const current = placeBeyondPaths(places, location.pathname)
  const half = creates ? places.length / 2 : places.length
  if (isThreadOpen(location)) return null
  return (
    <nav className={classes.bar} data-bar aria-label={t('menu.bottom')}>
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
        {label === 'messages' && <UnreadBadge />}
      </Item>
    )
  }
}
