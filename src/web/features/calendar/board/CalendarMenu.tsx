import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { LateMenu } from '#web/widgets/late/LateMenu.tsx'
import { BlockDialog, FeedDialog, calendarParts } from '../dialogs.ts'

/** Less frequent actions: blocking time as a coach, and the feed for both sides. */
export function CalendarMenu() {
  const { t } = useTranslation('calendar')
  const { side } = useViewer()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState<'block' | 'feed'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <LateMenu
        part={calendarParts}
        kind="menu"
        opened={opened}
        onChange={setOpened}
        button={(props) => (
          <ActionIcon {...props} variant="default" size="lg" aria-label={t('more')}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        menu={({ CalendarEntries }, target, isOpen) => (
          <CalendarEntries
            opened={isOpen}
            onChange={setOpened}
            target={target}
            isCoach={side === 'coach'}
            onAsk={setAsked}
          />
        )}
      />
      <Suspense>
        {asked === 'block' && <BlockDialog onClose={close} />}
        {asked === 'feed' && <FeedDialog onClose={close} />}
      </Suspense>
    </>
  )
}
