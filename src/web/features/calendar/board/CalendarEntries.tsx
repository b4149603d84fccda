import { Menu } from '@mantine/core'
import { IconClockCog, IconClockOff, IconRss } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

type Props = {
  opened: boolean
  onChange: (opened: boolean) => void
  target: ReactNode
  isCoach: boolean
  onAsk: (dialog: 'block' | 'feed') => void
}

/** The menu of `CalendarMenu`. */
export function CalendarEntries({ opened, onChange, target, isCoach, onAsk }: Props) {
  const { t } = useTranslation('calendar')
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" withinPortal={false} returnFocus>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {isCoach && (
          <Menu.Item
            component={Link}
            to={paths.calendarSettings()}
            hiddenFrom="sm"
            leftSection={<IconClockCog size={18} aria-hidden="true" />}
          >
            {t('hours')}
          </Menu.Item>
        )}
        {isCoach && (
          <Menu.Item
            leftSection={<IconClockOff size={18} aria-hidden="true" />}
            onClick={() => onAsk('block')}
          >
            {t('block.title')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRss size={18} aria-hidden="true" />} onClick={() => onAsk('feed')}>
          {t('feed.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
