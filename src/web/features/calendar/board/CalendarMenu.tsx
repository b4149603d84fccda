import { ActionIcon, Menu } from '@mantine/core'
import { IconClockCog, IconClockOff, IconDots, IconRss } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { BlockDialog, FeedDialog } from '../dialogs.ts'

/** Less frequent actions: blocking time as a coach, and the feed for both sides. */
export function CalendarMenu() {
  const { t } = useTranslation('calendar')
  const { side } = useViewer()
  const [open, setOpen] = useState<'block' | 'feed'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t('more')}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {side === 'coach' && (
            <Menu.Item
              component={Link}
              to={paths.calendarSettings()}
              hiddenFrom="sm"
              leftSection={<IconClockCog size={18} aria-hidden="true" />}
            >
              {t('hours')}
            </Menu.Item>
          )}
          {side === 'coach' && (
            <Menu.Item
              leftSection={<IconClockOff size={18} aria-hidden="true" />}
              onClick={() => setOpen('block')}
            >
              {t('block.title')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconRss size={18} aria-hidden="true" />} onClick={() => setOpen('feed')}>
            {t('feed.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'block' && <BlockDialog onClose={close} />}
        {open === 'feed' && <FeedDialog onClose={close} />}
      </Suspense>
    </>
  )
}
