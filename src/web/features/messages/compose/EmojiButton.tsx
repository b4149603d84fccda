import { ActionIcon, Loader, Popover } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import classes from './EmojiPanel.module.css'

const EmojiPanel = lazyCard(() => import('./EmojiPanel.tsx'))

/** Chooses an emoji; the library and its names come with the first press. */
export function EmojiButton({ onPick }: { onPick: (sign: string) => void }) {
  const { t } = useTranslation('messages')
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          aria-label={t('compose.emoji')}
          onClick={() => setOpened(!opened)}
        >
          <IconMoodSmile aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('compose.emoji')}>
        <Suspense fallback={<Loading label={t('emoji.loading')} />}>
          <EmojiPanel
            onPick={(sign) => {
              setOpened(false)
              onPick(sign)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className={classes.panel} role="status" aria-label={label}>
      <Loader size="sm" m="auto" />
    </div>
  )
}
