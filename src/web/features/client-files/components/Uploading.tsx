import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './Uploading.module.css'
import { percentText } from '#web/widgets/numbers.ts'

type Props = {
  fileName: string
  /** The uploaded share of the file, from 0 to 1. */
  sent: number
  onCancel: () => void
}

/** The progress of an upload, then of its processing. */
export function Uploading({ fileName, sent, onCancel }: Props) {
  const { t } = useTranslation(['clientFiles', 'common'])
  const percent = Math.round(sent * 100)
  const text = sent < 1 ? t('uploading.sending', { percent: percentText(percent) }) : t('uploading.reading')
  return (
    <Card title={fileName}>
      <div className={classes.work}>
        <WorkBar label={text} percent={sent < 1 ? percent : null} />
        <div className={classes.foot}>
          <p className={classes.text} role="status">
            {text}
          </p>
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** A progress bar, or an indeterminate one (null). */
export function WorkBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <Progress.Root size={8} radius={4} className={classes.bar} data-unknown={percent === null || undefined}>
      <Progress.Section
        value={percent ?? 100}
        color="var(--norte-accent-text)"
        striped={percent === null}
        animated={percent === null}
        aria-label={label}
        {...(percent === null && { 'aria-valuenow': undefined, 'aria-valuetext': label })}
      />
    </Progress.Root>
  )
}
