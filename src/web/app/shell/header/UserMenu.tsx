import { Menu } from '@mantine/core'
import { IconArrowsExchange, IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { lazyDialog } from '#web/widgets/lazy-part.tsx'
import { useHasSpaces } from '#web/widgets/sign-in/use-has-spaces.ts'
import { LogoutDialog } from '../ahead.ts'
import { UserCard } from '../UserCard.tsx'
import classes from './UserMenu.module.css'

const SpacesDialog = lazyDialog(async () => ({
  default: (await import('#web/widgets/sign-in/SpacesDialog.tsx')).SpacesDialog,
}))

/** The menu behind the picture, the other spaces, and the question before signing out (spec §2, product §1 D19). */
export function UserMenu({ compact }: { compact: boolean }) {
  const { t } = useTranslation('shell')
  const [leaving, setLeaving] = useState(false)
  const [moving, setMoving] = useState(false)
  const hasSpaces = useHasSpaces()
  // The entries that open a dialog are gone when it closes.
  const target = useRef<HTMLButtonElement>(null)
  const backTo = (close: (opened: false) => void) => () => {
    close(false)
    target.current?.focus()
  }
  return (
    <>
      {/* Inside the header, which is a landmark; a portal would lie outside of all. */}
      <Menu position="bottom-end" offset={8} width={220} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={classes.target} ref={target}>
            <UserCard compact={compact} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.profile()} leftSection={<IconUser size={18} />}>
            {t('user.profile')}
          </Menu.Item>
          <Menu.Item component={Link} to={paths.settings()} leftSection={<IconSettings size={18} />}>
            {t('user.settings')}
          </Menu.Item>
          {hasSpaces && (
            <Menu.Item leftSection={<IconArrowsExchange size={18} />} onClick={() => setMoving(true)}>
              {t('user.spaces')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => setLeaving(true)}>
            {t('user.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{moving && <SpacesDialog onClose={backTo(setMoving)} />}</Suspense>
      <Suspense>{leaving && <LogoutDialog opened onClose={backTo(setLeaving)} />}</Suspense>
    </>
  )
}
