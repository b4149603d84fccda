import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pendingMessagesQuery } from '#web/app/menus/messages.queries.ts'
import { useSessionUser } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { usePageQuiet } from '#web/widgets/use-idle.ts'
import { useLoggedFailure } from '#web/widgets/use-logged-failure.ts'
import { MessageList } from '../ahead.ts'
import { HeaderPopover } from './HeaderPopover.tsx'

/** The message icon (spec §2): a green dot while something is unread, and who wrote. */
export function MessagesMenu({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  const { data, error } = useQuery({ ...pendingMessagesQuery(useSessionUser().id), enabled: usePageQuiet() })
  useLoggedFailure('message.pending', error)
  const count = data?.total ?? 0
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
      <MessageList onOpened={() => setOpened(false)} />
    </HeaderPopover>
  )
}
