import { useTranslation } from 'react-i18next'
import type { MessageDto } from '#contract/thread.ts'
import { lineOf } from '../attachments/line-of.ts'
import { fullNameOf, isOwnName, useRoom } from '../thread/room.ts'
import classes from './MessageBubble.module.css'

type Props = { quoted: NonNullable<MessageDto['replyTo']>; leads?: boolean }

/** The message that another one answers; a tap leads to it. */
export function Quote({ quoted, leads = true }: Props) {
  const { t } = useTranslation('messages')
  const room = useRoom()
  const isOwn = isOwnName(room, quoted)
  const name = isOwn ? t('message.you') : fullNameOf(quoted)
  const words = lineOf(quoted, t) || t('message.deleted')
  const content = (
    <>
      <span className={classes.quotedName}>{name}</span>
      <span className={classes.quotedText}>{words}</span>
    </>
  )
  if (!leads) return <span className={classes.quote}>{content}</span>
  return (
    <button
      type="button"
      className={classes.quote}
      aria-label={`${isOwn ? t('message.toQuotedOwn') : t('message.toQuoted', { name })}: ${words}`}
      onClick={() => room.jump(quoted.seq)}
    >
      {content}
    </button>
  )
}
