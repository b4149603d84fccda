import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCalendarPlus, IconClockCog, IconClockOff, IconDotsVertical, IconRss } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCanBook } from '#web/app/store/store.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { FeedDialog } from './FeedDialog.tsx'

/** What can be begun from the calendar. The coach's hours and blocks, and the feed of both, are in a menu. */
export function CalendarActions() {
  const { t } = useTranslation('calendar')
  const { side } = useViewer()
  const canBook = useCanBook()
  const [open, setOpen] = useState<'block' | 'feed'>()
  const close = () => setOpen(undefined)
  const isCoach = side === 'coach'
  const icon = { 'size': 18, 'aria-hidden': true } as const
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('more')}>
            <IconDotsVertical {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isCoach && (
            <Menu.Item leftSection={<IconClockOff {...icon} />} onClick={() => setOpen('block')}>
              {t('block.title')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconRss {...icon} />} onClick={() => setOpen('feed')}>
            {t('feed.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isCoach && (
        <Button
          component={Link}
          to={paths.calendarSettings()}
          variant="default"
          leftSection={<IconClockCog {...icon} />}
        >
          {t('hours')}
        </Button>
      )}
      {(isCoach || canBook) && (
        <Button
          component={Link}
          to={isCoach ? paths.sessionNewCoach({ type: 'Client' }) : paths.sessionNew()}
          leftSection={<IconCalendarPlus {...icon} />}
        >
          {t('newSession')}
        </Button>
      )}
      {open === 'block' && <BlockDialog onClose={close} />}
      {open === 'feed' && <FeedDialog onClose={close} />}
    </>
  )
}
