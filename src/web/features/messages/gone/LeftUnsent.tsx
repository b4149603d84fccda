import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RoomId } from '#contract/values.ts'
import { setAlert } from '#web/store/alert.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { MessageText } from '../bubble/MessageText.tsx'
import classes from './LeftUnsent.module.css'
import { useUnsent } from '../thread/use-thread.ts'

/** What the viewer wrote in a room that was gone before it could be sent: the words are theirs, to take elsewhere. */
export function LeftUnsent({ roomId }: { roomId: RoomId }) {
  const { t } = useTranslation('messages')
  const unsent = useUnsent(roomId)
  if (unsent.length === 0) return null
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    setAlert(t(isCopied ? 'menu.copied' : 'menu.notCopied'), isCopied ? 'success' : 'error')
  }
  return (
    <section className={classes.left} aria-label={t('thread.leftUnsent')}>
      <h3 className={classes.title}>{t('thread.leftUnsent')}</h3>
      <ul className={classes.list}>
        {unsent.map((message) => (
          <li key={message.clientKey} className={classes.message}>
            {message.text !== '' && <MessageText text={message.text} />}
            {(message.attachments ?? []).map(({ id, name }) => (
              <p key={id} className={classes.file}>
                {name}
              </p>
            ))}
            <div className={classes.ways}>
              <Button variant="subtle" color="gray" size="sm" onClick={() => outbox.discard(message)}>
                {t('message.discard')}
              </Button>
              {message.text !== '' && (
                <Button
                  variant="light"
                  size="sm"
                  leftSection={<IconCopy size={16} aria-hidden="true" />}
                  onClick={() => void copy(message.text)}
                >
                  {t('menu.copy')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
