import { Button } from '@mantine/core'
import { OfflineDrawing } from '../drawings/OfflineDrawing.tsx'
import { EmptyState } from './EmptyState.tsx'

type Props = { text: string; retryLabel: string; onRetry: () => void; retrying?: boolean }

/** Content that could not be loaded, with a retry button. */
export function ErrorState({ text, retryLabel, onRetry, retrying = false }: Props) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<OfflineDrawing />}
        text={text}
        action={
          <Button variant="default" loading={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      />
    </div>
  )
}
