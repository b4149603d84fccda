import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ConfirmDialog.module.css'
import { FormError } from './FormError.tsx'
import { LoadingButton } from './LoadingButton.tsx'
import { useFocusBack } from '../use-focus-back.ts'

type Props = {
  opened: boolean
  title: string
  subtitle: ReactNode
  icon?: ReactNode
  /** The cancel button and its optional action (spec §2), also that of Escape and of a click beside the dialog. */
  cancel: { label: string; run?: () => void }
  accept: {
    label: string
    run: () => void
    loading?: boolean
    loadingLabel?: string
    danger?: boolean
    /** Not to be accepted yet: what it would do is still being found out. */
    disabled?: boolean
  }
  /** A failure of the accepted work, said inside the dialog. */
  error?: string | undefined
  /** Hides the dialog; needless where the cancel action does. */
  onClose?: () => void
  /** Fields the decision needs, such as a reason. */
  children?: ReactNode
}

/** Gone with the dialog, however it is taken away: by its `opened` or by not being there any more. */
function FocusBack() {
  useFocusBack()
  return null
}

/** The shared question before something happens (spec §2): title, subtitle, optional icon, cancel and accept. */
export function ConfirmDialog({
  opened,
  title,
  subtitle,
  icon,
  cancel,
  accept,
  error,
  onClose,
  children,
}: Props) {
  const dismiss = () => {
    cancel.run?.()
    onClose?.()
  }
  return (
    <Modal
      opened={opened}
      // Work that runs is waited for: its failure is said here and nowhere else.
      onClose={accept.loading ? () => undefined : dismiss}
      withCloseButton={false}
      centered
      size={420}
      radius={16}
      // The kit names a dialog by its own kind of title only; its body describes it.
      attributes={{ content: { 'aria-label': title } }}
    >
      <div className={classes.dialog}>
        <FocusBack />
        {icon !== undefined && (
          <span className={classes.icon} data-danger={accept.danger || undefined} aria-hidden="true">
            {icon}
          </span>
        )}
        <h2 className={classes.title}>{title}</h2>
        <div className={classes.subtitle}>{subtitle}</div>
        {children}
        <FormError text={error} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={accept.loading ?? false} onClick={dismiss}>
            {cancel.label}
          </Button>
          <LoadingButton
            color={accept.danger ? 'negative' : undefined}
            loading={accept.loading}
            disabled={accept.disabled ?? false}
            loadingLabel={accept.loadingLabel ?? accept.label}
            onClick={accept.run}
            data-autofocus={children === undefined || undefined}
          >
            {accept.label}
          </LoadingButton>
        </div>
      </div>
    </Modal>
  )
}
