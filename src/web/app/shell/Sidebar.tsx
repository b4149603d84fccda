import { CloseButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { useSessionUser, useUserType } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { NorteMark } from '#web/widgets/page/NorteMark.tsx'
import { practiceOf } from './identity.ts'
import { SIDEBAR, type SidebarLink, linksBeyond, placeBeyondPaths } from './navigation.ts'
import { SchemeToggle } from './SchemeToggle.tsx'
import classes from './Sidebar.module.css'
import { UnreadBadge } from './UnreadBadge.tsx'
import { UserCard } from './UserCard.tsx'

type Props =
  | { collapsed: boolean; onToggle: () => void; onClose?: undefined }
  /** Inside the drawer of phones, where nothing collapses. */
  | { collapsed?: undefined; onToggle?: undefined; onClose: () => void }

export function Sidebar({ collapsed = false, onToggle, onClose }: Props) {
  const { t } = useTranslation('shell')
  const userType = useUserType() ?? 'client'
  const { clientId } = useSessionUser()
  // Collapsed, only the icon is visible: it gets a tooltip and an accessible name.
  const named = (label: string) => (collapsed ? { 'title': label, 'aria-label': label } : {})
  const { pathname } = useLocation()
  // The other tabs of "Mi Perfil" have separate paths (spec §2).
  const inProfile = pathname === paths.company() || pathname === paths.settings()
  const places = [...SIDEBAR[userType], ...linksBeyond(userType, clientId)]
  const current = inProfile ? 'profile' : placeBeyondPaths(places, pathname)
  const link = (place: SidebarLink['label'] | 'profile', to: string, Icon: typeof IconUser) => {
    const label = t(`screens.${place}`)
    // A NavLink is current where the screen's path begins with its own; a plain link only because it says so.
    const Item = current === undefined ? NavLink : Link
    const isMarked = current === undefined || current === place
    return (
      <Item
        key={to}
        to={to}
        className={classes.item}
        aria-current={isMarked ? 'page' : undefined}
        {...named(label)}
      >
        <Icon aria-hidden="true" />
        {!collapsed && <span>{label}</span>}
        {place === 'messages' && <UnreadBadge />}
      </Item>
    )
  }
  const toggleLabel = t(collapsed ? 'expand' : 'collapse')
  const ToggleIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse

  return (
    <nav className={classes.sidebar} aria-label={t('menu.main')} data-collapsed={collapsed || undefined}>
      <div className={classes.top}>
        <Practice collapsed={collapsed} />
        {onClose && <CloseButton className={classes.close} aria-label={t('menu.close')} onClick={onClose} />}
      </div>
      <div className={classes.items}>{places.map(({ label, to, Icon }) => link(label, to, Icon))}</div>
      <div className={classes.items}>
        {link('profile', paths.profile(), IconUser)}
        {onToggle && (
          <button
            type="button"
            className={classes.item}
            onClick={onToggle}
            aria-expanded={!collapsed}
            {...named(toggleLabel)}
          >
            <ToggleIcon aria-hidden="true" />
            {!collapsed && <span>{toggleLabel}</span>}
          </button>
        )}
        {onClose && (
          <>
            <SchemeToggle className={classes.item} />
            <div className={classes.user}>
              <UserCard />
            </div>
          </>
        )}
      </div>
    </nav>
  )
}

/** The logo of the practice: the coach's own, for a client their coach's, else Norte's (spec §1). */
function Practice({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation('common')
  const { name, logo } = practiceOf(useSessionUser(), useUserType())
  const shown = name ?? t('appName')
  return (
    <div className={classes.practice}>
      <span className={classes.logo} data-own={logo !== null || undefined}>
        {logo ? <img src={logo} alt={collapsed ? shown : ''} /> : <NorteMark size={30} />}
      </span>
      {!collapsed && <span className={classes.name}>{shown}</span>}
    </div>
  )
}
