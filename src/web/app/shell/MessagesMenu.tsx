import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MessageNotification } from '#contract/events.ts'
import { fromIso } from '#time/clock.ts'
import { notificationDay } from '#time/format.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { liveMessagesKey } from '#web/api/realtime.ts'
import { useSessionUser, useUserType } from '#web/app/store/store.ts'
import { paths } from '#web/paths.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { HeaderPopover } from './HeaderPopover.tsx'
import classes from './MessagesMenu.module.css'

/** The message icon (spec §2): what arrived live while this page was open. */
export function MessagesMenu({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  const { data: messages } = useQuery<MessageNotification[]>({
    queryKey: liveMessagesKey,
    queryFn: () => [],
    initialData: [],
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const count = messages.length
  return (
    <HeaderPopover
      opened={opened}
      onChange={setOpened}
      name={count > 0 ? t('messages.unread', { count }) : t('messages.title')}
      icon={<IconMessage aria-hidden="true" />}
      dot={count > 0}
      title={t('messages.title')}
      all={{ label: t('messages.all'), to: paths.messages() }}
      className={className}
    >
      {count === 0 && <p className={classes.empty}>{t('messages.empty')}</p>}
      {messages.map((message) => (
        <MessageEntry
          key={`${message.createdAt} ${message.body.roomId}`}
          message={message}
          onOpen={() => setOpened(false)}
        />
      ))}
    </HeaderPopover>
  )
}

function MessageEntry({ message, onOpen }: { message: MessageNotification; onOpen: () => void }) {
  const { t } = useTranslation('shell')
  const { timezone } = useSessionUser()
  const isCoach = useUserType() === 'coach'
  const { sender, type, roomId } = message.body
  const day = notificationDay(fromIso(message.createdAt), useNow(), timezone, currentLanguage())
  const name = [sender.name, sender.lastName].filter(Boolean).join(' ') || t('messages.unnamed')
  return (
    <div className={classes.entry}>
      <PersonAvatar name={name} src={sender.photo?.fileURL} size={32} />
      <div className={classes.text}>
        <p className={classes.title}>{t('messages.from', { name })}</p>
        <p className={classes.day}>{day.kind === 'today' ? t('messages.today') : day.text}</p>
        <Button
          component={Link}
          to={isCoach ? paths.messagesOf({ type, itemId: roomId }) : paths.messages()}
          variant="light"
          size="compact-sm"
          onClick={onOpen}
        >
          {t('messages.open')}
        </Button>
      </div>
    </div>
  )
}
