import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#web/ui/use-focus-back.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A dialog with room to choose among times. It is open as long as it is there. */
export function SessionDialog({ title, onClose, children }: Props) {
  const { t } = useTranslation('common')
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={680}
      radius={16}
      // What was chosen is not lost by a click beside it.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}
