import { IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fromIso } from '#time/clock.ts'
import { formatTime } from '#time/format.ts'
import type { IsoInstant } from '#contract/values.ts'
import type { MessageState } from '../thread/message-state.ts'
import { useRoom } from '../thread/room.ts'
import classes from './MessageBubble.module.css'

type Props = {
  at: IsoInstant | undefined
  edited?: boolean
  state?: MessageState | 'sending' | undefined
}

const ICONS = { sending: IconClock, sent: IconCheck, delivered: IconChecks, read: IconChecks } as const

/** When a message was written, whether it was changed, and how far one's own has come: an icon with its word. */
export function MessageMeta({ at, edited = false, state }: Props) {
  const { t } = useTranslation('messages')
  const { timezone } = useRoom()
  const StateIcon = state && ICONS[state]
  return (
    <span className={classes.meta}>
      {edited && <span>{t('message.edited')}</span>}
      {at !== undefined && <time dateTime={at}>{formatTime(fromIso(at), timezone)}</time>}
      {StateIcon && (
        <span className={classes.state} data-state={state} title={t(`message.state.${state}`)}>
          <StateIcon size={16} aria-hidden="true" />
          <VisuallyHidden>{t(`message.state.${state}`)}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
