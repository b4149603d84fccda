import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#web/ui/use-focus-back.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A wide dialog for choosing times. It is open while it is mounted. */
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
      // A click outside must not lose the choice.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}
