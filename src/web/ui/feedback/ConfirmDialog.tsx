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
  /** The cancel button and its optional action (spec §2); Escape and a click outside the dialog do the same. */
  cancel: { label: string; run?: () => void }
  accept: {
    label: string
    run: () => void
    loading?: boolean
    loadingLabel?: string
    danger?: boolean
    /** Disables accepting while the consequences are still loading. */
    disabled?: boolean
  }
  /** The error of the accepted action, shown inside the dialog. */
  error?: string | undefined
  /** Hides the dialog; not needed where the cancel action hides it. */
  onClose?: () => void
  /** Fields the decision needs, such as a reason. */
  children?: ReactNode
}

/** Unmounted with the dialog, whether it closes by `opened` or is removed. */
function FocusBack() {
  useFocusBack()
  return null
}

/** The shared confirmation dialog (spec §2): title, subtitle, optional icon, cancel and accept. */
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
      // While the action runs the dialog stays open: its error is shown only here.
      onClose={accept.loading ? () => undefined : dismiss}
      withCloseButton={false}
      centered
      size={420}
      radius={16}
      // The kit labels a dialog only by its own title component; the body is its description.
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
