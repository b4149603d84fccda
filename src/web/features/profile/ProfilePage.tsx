import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import type { UserType } from '#contract/account/auth.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import classes from './ProfilePage.module.css'

const TABS = {
  coach: ['profile', 'company', 'settings'],
  client: ['profile', 'settings'],
} as const satisfies Record<UserType, readonly ('profile' | 'company' | 'settings')[]>

/** "Mi Perfil" and its tabs, each a separate route (spec §2, settings screen); only a coach has the company tab. */
export function ProfilePage({ side, children }: { side: UserType; children: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('screens.profile')} template="form">
      <nav className={classes.tabs} aria-label={t('profileTabs.label')}>
        {TABS[side].map((tab) => (
          <NavLink key={tab} to={paths[tab]()} end className={classes.tab}>
            {t(`profileTabs.${tab}`)}
          </NavLink>
        ))}
      </nav>
      {children}
    </Page>
  )
}
