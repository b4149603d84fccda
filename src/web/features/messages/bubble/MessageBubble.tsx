import { IconBan } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageDto } from '#contract/thread.ts'
import { fromIso } from '#time/clock.ts'
import { formatTime } from '#time/format.ts'
import { PersonAvatar } from '#web/ui/layout/PersonAvatar.tsx'
import { MessageFiles } from '../attachments/MessageFiles.tsx'
import { stateOf } from '../thread/message-state.ts'
import { fullNameOf, useRoom } from '../thread/room.ts'
import classes from './MessageBubble.module.css'
import { MessageMenu } from './MessageMenu.tsx'
import { MessageMeta } from './MessageMeta.tsx'
import { MessageText } from './MessageText.tsx'
import { Quote } from './Quote.tsx'
import { useLongPress } from './use-long-press.ts'

type Props = {
  message: MessageDto
  own: boolean
  /** The first of several in a row by the same person. */
  begins: boolean
  /** It was jumped to. */
  isTarget: boolean
}

/** A message that the server has. */
export const MessageBubble = memo(function MessageBubble({ message, own, begins, isTarget }: Props) {
  const { t } = useTranslation('messages')
  const room = useRoom()
  const [menu, setMenu] = useState(false)
  const press = useLongPress(() => setMenu(true))
  const { sender, createdAt, editedAt, deletedAt, replyTo, text } = message
  const isGroup = room.type === 'Group'
  const time = formatTime(fromIso(createdAt), room.timezone)
  const name = fullNameOf(sender)
  const isDeleted = deletedAt !== null
  // Of a file of somebody else in a room that is closed there is nothing to do.
  const hasMenu = !isDeleted && (own || text !== '' || room.canWrite || room.toAction !== undefined)
  return (
    <article
      className={classes.row}
      data-own={own || undefined}
      data-begins={begins || undefined}
      data-target={isTarget || undefined}
      data-seq={message.seq}
      aria-label={own ? t('message.own', { time }) : t('message.of', { name, time })}
    >
      {isGroup && !own && (
        <span className={classes.avatar}>
          {begins && (
            <PersonAvatar name={name} lastName={sender.lastName} src={sender.photo?.fileURL} size={32} />
          )}
        </span>
      )}
      <div className={classes.bubble} data-menu={menu || undefined} {...(hasMenu && press)}>
        {isGroup && !own && begins && <span className={classes.name}>{name}</span>}
        {!isDeleted && replyTo && <Quote quoted={replyTo} />}
        {!isDeleted && <MessageFiles files={message.attachments} />}
        <div className={classes.words}>
          {isDeleted ? (
            <p className={classes.deleted}>
              <IconBan size={16} aria-hidden="true" />
              {t('message.deleted')}
            </p>
          ) : (
            text !== '' && <MessageText text={text} />
          )}
          <MessageMeta
            at={createdAt}
            edited={editedAt !== null && !isDeleted}
            state={own && !isDeleted ? stateOf(message, room, room.viewerId) : undefined}
          />
        </div>
        {hasMenu && <MessageMenu message={message} own={own} opened={menu} onChange={setMenu} />}
      </div>
    </article>
  )
})
