import { Button, type ButtonProps, Loader } from '@mantine/core'
import { type ComponentPropsWithoutRef, createContext, useContext } from 'react'

/** What a button says while it works unless it has words of its own: the app puts "Cargando..." here (spec §8). */
export const LoadingLabelContext = createContext('')

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** What it says while it works, where that is not the default of the app. */
    loadingLabel?: string
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
  const defaultLabel = useContext(LoadingLabelContext)
  return (
    <Button
      {...button}
      disabled={disabled || loading}
      aria-busy={loading}
      leftSection={loading ? <Loader size={16} color="currentColor" /> : leftSection}
    >
      {loading ? (loadingLabel ?? defaultLabel) : children}
    </Button>
  )
}
