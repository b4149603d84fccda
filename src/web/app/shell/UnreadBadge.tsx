import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pendingMessagesQuery } from '#web/app/menus/messages.queries.ts'
import { useSessionUser } from '#web/store/store.ts'
import { usePageQuiet } from '#web/widgets/use-idle.ts'
import classes from './UnreadBadge.module.css'

/** How many messages are not read, beside the place of messages. */
export function UnreadBadge() {
  const { t } = useTranslation('shell')
  const { data } = useQuery({ ...pendingMessagesQuery(useSessionUser().id), enabled: usePageQuiet() })
  const count = data?.total ?? 0
  if (count === 0) return null
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{t('messages.count', { count })}</VisuallyHidden>
    </span>
  )
}
