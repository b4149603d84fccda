import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NotesDrawing } from '#web/ui/drawings/NotesDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

/** A note that was deleted, or never was. */
export function MissingNote({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['notes', 'common'])
  return (
    <EmptyState
      drawing={<NotesDrawing />}
      text={t('edit.missing')}
      action={
        <Button variant="light" onClick={onClose}>
          {t('edit.close')}
        </Button>
      }
    />
  )
}
