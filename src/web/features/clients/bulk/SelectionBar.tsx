import { Button, CloseButton } from '@mantine/core'
import { IconArchive, IconFileExport, IconPlayerPause, IconSend, IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { foot } from '#web/ui/layout/foot.ts'
import type { BulkAction } from './LeftClients.tsx'
import { MOST_CHOSEN } from './selection.ts'
import classes from './SelectionBar.module.css'

const ACTIONS = [
  ['invite', IconSend],
  ['tag', IconTag],
  ['pause', IconPlayerPause],
] as const

type Props = {
  count: number
  isExporting: boolean
  onAsk: (action: BulkAction) => void
  onExport: () => void
  onClear: () => void
}

/** What can be done with the selected clients, at the foot of the window while there are any. */
export function SelectionBar({ count, isExporting, onAsk, onExport, onClear }: Props) {
  const { t } = useTranslation('clients')
  return (
    <section ref={foot} className={classes.bar} aria-label={t('bulk.bar')}>
      <p className={classes.count} role="status">
        {t('bulk.count', { count })}
        {count === MOST_CHOSEN && <small>{t('bulk.most', { count: MOST_CHOSEN })}</small>}
      </p>
      <div className={classes.actions}>
        {ACTIONS.map(([action, Icon]) => (
          <Button
            key={action}
            variant="default"
            className={classes.action}
            leftSection={<Icon size={18} aria-hidden="true" />}
            onClick={() => onAsk(action)}
          >
            {t(`bulk.${action}`)}
          </Button>
        ))}
        <Button
          variant="default"
          className={classes.action}
          leftSection={<IconFileExport size={18} aria-hidden="true" />}
          loading={isExporting}
          onClick={onExport}
        >
          {t('bulk.export')}
        </Button>
        <Button
          variant="default"
          c="negative"
          className={classes.action}
          leftSection={<IconArchive size={18} aria-hidden="true" />}
          onClick={() => onAsk('archive')}
        >
          {t('bulk.archive')}
        </Button>
      </div>
      <CloseButton className={classes.clear} aria-label={t('bulk.clear')} onClick={onClear} />
    </section>
  )
}
