import { useMediaQuery } from '@mantine/hooks'

/** Whether the pointer is a finger: then there is no dragging and there are no arrow keys. */
export function useTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false }) ?? false
}
