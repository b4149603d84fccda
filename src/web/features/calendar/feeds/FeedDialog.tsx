import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { FeedPanel } from './FeedPanel.tsx'

/** The viewer's sessions in another calendar program, for both sides (product §8). */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['calendar', 'common'])
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('feed.title')}
      centered
      size={560}
      radius={16}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <FeedPanel />
    </Modal>
  )
}
