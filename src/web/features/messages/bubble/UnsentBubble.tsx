import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { epochMs, toIso } from '#time/clock.ts'
import type { Unsent } from '#web/widgets/messages/outbox.ts'
import { FileIcon } from '../attachments/FileIcon.tsx'
import { useRoom } from '../thread/room.ts'
import classes from './MessageBubble.module.css'
import { MessageMeta } from './MessageMeta.tsx'
import { MessageText } from './MessageText.tsx'
import { Quote } from './Quote.tsx'

type Props = { message: Unsent; begins: boolean }

/** A message on its way, or one that could not be sent, with the reason. */
export function UnsentBubble({ message, begins }: Props) {
  const { t } = useTranslation('messages')
  const { retry, discard } = useRoom()
  const { text, replyTo, attachments = [], at, failure } = message
  const isRefused = failure?.kind === 'refused'
  return (
    <article className={classes.row} data-own data-begins={begins || undefined} aria-label={t('message.you')}>
      <div className={classes.bubble} data-unsent>
        {replyTo && <Quote quoted={replyTo} />}
        {attachments.length > 0 && (
          <ul className={classes.unsentFiles}>
            {attachments.map((file) => (
              <li key={file.id}>
                <FileIcon mediaType={file.mediaType} size={20} /> {file.name}
              </li>
            ))}
          </ul>
        )}
        <div className={classes.words}>
          {text !== '' && <MessageText text={text} />}
          <MessageMeta at={toIso(epochMs(at))} state={failure ? undefined : 'sending'} />
        </div>
      </div>
      {failure && (
        <div className={classes.failure} role="status">
          {(isRefused || failure.kind === 'limit') && <p className={classes.reason}>{failure.text}</p>}
          <span className={classes.ways}>
            {isRefused && (
              <button type="button" className={classes.discard} onClick={() => discard(message)}>
                {t('message.discard')}
              </button>
            )}
            <button type="button" className={classes.retry} onClick={() => retry(message)}>
              <IconAlertCircle size={16} aria-hidden="true" />
              {t('message.failed')}
            </button>
          </span>
        </div>
      )}
    </article>
  )
}
