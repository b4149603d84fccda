import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { sizeText } from './size-text.ts'
import classes from './uploads.module.css'
import type { Sending } from './use-upload.ts'

type Props = {
  sending: Sending
  labels: {
    sending: (values: { percent: number; size: string }) => string
    cut: (values: { percent: number }) => string
    checking: string
    resume: string
    cancel: string
    progress: string
  }
  onResume: () => void
  onCancel: () => void
}

/** A file on its way, with its progress. */
export function SendingFile({ sending: { file, share, isCut, why }, labels, onResume, onCancel }: Props) {
  const percent = Math.floor(share * 100)
  const size = sizeText(file.size, currentLanguage())
  const state = isCut
    ? (why ?? labels.cut({ percent }))
    : percent === 100
      ? labels.checking
      : labels.sending({ percent, size })
  return (
    <div className={classes.sending}>
      <div className={classes.line}>
        <div className={classes.words}>
          <p className={classes.name} title={file.name}>
            {file.name}
          </p>
          <p className={classes.hint} role="status">
            {state}
          </p>
        </div>
        {isCut && (
          <Button
            variant="light"
            leftSection={<IconPlayerPlay size={18} aria-hidden="true" />}
            onClick={onResume}
          >
            {labels.resume}
          </Button>
        )}
        <Button variant="default" leftSection={<IconX size={18} aria-hidden="true" />} onClick={onCancel}>
          {labels.cancel}
        </Button>
      </div>
      <Progress.Root size={8} radius={4}>
        <Progress.Section value={percent} aria-label={labels.progress} />
      </Progress.Root>
    </div>
  )
}
