import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WritingBarrier } from '#contract/thread.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { setAlert } from '#web/store/alert.ts'
import classes from './ClosedBar.module.css'
import type { Composer } from './use-composer.ts'

type Props = { barrier: WritingBarrier; composer: Pick<Composer, 'text' | 'discard'> }

/** Why nobody can write here now. What somebody was writing when the room closed can still be read and copied. */
export function ClosedBar({ barrier, composer: { text, discard } }: Props) {
  const { t } = useTranslation('messages')
  const copy = async () => {
    const isCopied = await copyText(text)
    setAlert(t(isCopied ? 'menu.copied' : 'menu.notCopied'), isCopied ? 'success' : 'error')
  }
  return (
    <div className={classes.closed}>
      <p className={classes.why} role="status">
        {t(`barrier.${barrier}`)}
      </p>
      {text.trim() !== '' && (
        <section className={classes.draft} aria-label={t('barrier.draft')}>
          <p className={classes.title}>{t('barrier.draft')}</p>
          <p className={classes.text} dir="auto">
            {text}
          </p>
          <div className={classes.ways}>
            <Button
              variant="default"
              leftSection={<IconCopy size={18} aria-hidden="true" />}
              onClick={() => void copy()}
            >
              {t('menu.copy')}
            </Button>
            <Button variant="subtle" color="gray" onClick={discard}>
              {t('message.discard')}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
