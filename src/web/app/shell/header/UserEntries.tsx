import { Menu } from '@mantine/core'
import { IconArrowsExchange, IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  target: ReactNode
  /** Asks for another space; absent for people who have only this one. */
  onMove: (() => void) | undefined
  onLeave: () => void
}

/** The menu behind the picture (spec §2). */
export function UserEntries({ opened, onChange, target, onMove, onLeave }: Props) {
  const { t } = useTranslation('shell')
  return (
    // Inside the header, which is a landmark; a portal would lie outside of all.
    <Menu
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      offset={8}
      width={220}
      withinPortal={false}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.profile()} leftSection={<IconUser size={18} />}>
          {t('user.profile')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.settings()} leftSection={<IconSettings size={18} />}>
          {t('user.settings')}
        </Menu.Item>
        {onMove && (
          <Menu.Item leftSection={<IconArrowsExchange size={18} />} onClick={onMove}>
            {t('user.spaces')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={onLeave}>
          {t('user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
