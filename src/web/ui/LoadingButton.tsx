import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** What it says while it works, such as "Cargando..." (spec §8). */
    loadingLabel: string
  }

/** A button that stands still while its work runs: disabled, with a spinner and its own label (spec §8). */
export function LoadingButton({
  loading = false,
  loadingLabel,
  children,
  disabled,
  leftSection,
  ...button
}: Props) {
  return (
    <Button
      {...button}
      disabled={disabled || loading}
      aria-busy={loading}
      leftSection={loading ? <Loader size={16} color="currentColor" /> : leftSection}
    >
      {loading ? loadingLabel : children}
    </Button>
  )
}
