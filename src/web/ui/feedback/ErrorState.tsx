import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import classes from './EmptyState.module.css'

type Props = { text: string; retryLabel: string; onRetry: () => void; retrying?: boolean }

/** Content that could not be loaded, with a retry button. */
export function ErrorState({ text, retryLabel, onRetry, retrying = false }: Props) {
  return (
    <div className={classes.empty} role="alert">
      <span className={classes.icon} data-tone="error" aria-hidden="true">
        <IconCloudOff />
      </span>
      <p className={classes.text}>{text}</p>
      <Button variant="default" loading={retrying} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}
