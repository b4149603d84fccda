import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '#web/ui/use-focus-back.ts'

type Props = {
  title: string
  /** In pixels. */
  size?: number
  /** While another dialog, which this one can lead to, is in its place: what was typed stays. */
  hidden?: boolean
  /** The dialog stays open while this is true: a failure of what is sent is shown only there. */
  isSending?: boolean
  onClose: () => void
  children: ReactNode
}

/** The dialog around a form. It is open while it is mounted. */
export function FormDialog({
  title,
  size = 520,
  hidden = false,
  isSending = false,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation('common')
  useFocusBack()
  return (
    <Modal
      opened={!hidden}
      // Where the focus was, it is given back once the dialog is gone for good.
      returnFocus={false}
      onClose={isSending ? () => undefined : onClose}
      title={title}
      centered
      size={size}
      radius={16}
      // A click outside must not lose the input.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}
