import { useMediaQuery } from '@mantine/hooks'

/** Whether there is room for a grid; the same width as that of the sidebar. */
export function useRoomy(): boolean {
  return useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
}
