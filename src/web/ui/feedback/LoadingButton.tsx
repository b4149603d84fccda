import { Button, type ButtonProps, Loader } from '@mantine/core'
import { type ComponentPropsWithoutRef, createContext, useContext } from 'react'

/** The default label while loading: the app sets "Cargando..." here (spec §8). */
export const LoadingLabelContext = createContext('')

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** The label while loading, if not the app's default. */
    loadingLabel?: string
  }

/** A button that is disabled while its work runs, with a spinner and a loading label (spec §8). */
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
