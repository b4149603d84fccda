import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NotificationDto } from '#contract/notifications.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { lookOf } from '../notification-table.ts'
import { textOf } from '../notification-text.ts'
import classes from './NotificationItem.module.css'

type Props = {
  notification: NotificationDto
  viewer: Viewer
  /** A compact version for the popover. */
  compact?: boolean
  onOpen: (notification: NotificationDto) => void
  onRemove?: (notification: NotificationDto) => void
}

/** One notification: what happened, to whom, when, and a link to it. */
export function NotificationItem({ notification, viewer, compact = false, onOpen, onRemove }: Props) {
  const { t } = useTranslation('notifications')
  const now = useNow()
  const { icon: TypeIcon, button } = lookOf(notification)
  const { title, detail, day } = textOf(notification, t, {
    timezone: viewer.timezone,
    language: currentLanguage(),
    now,
    isCoach: viewer.side === 'coach',
  })
  const unread = notification.readAt === null
  return (
    <article className={classes.item} data-unread={unread || undefined} data-compact={compact || undefined}>
      <span className={classes.icon} aria-hidden="true">
        <TypeIcon size={compact ? 17 : 20} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>
          {unread && <span className={classes.dot} role="img" aria-label={t('unread')} />}
          {title}
        </p>
        {detail !== '' && <p className={classes.detail}>{detail}</p>}
        <div className={classes.foot}>
          <time dateTime={notification.createdAt} className={classes.day}>
            {day}
          </time>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onOpen(notification)}
            aria-label={`${t(`buttons.${button}`)}: ${title}`}
          >
            {t(`buttons.${button}`)}
          </Button>
        </div>
      </div>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="negative"
          size="lg"
          className={classes.remove}
          aria-label={t('remove', { title })}
          onClick={() => onRemove(notification)}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </article>
  )
}
