import { useMediaQuery } from '@mantine/hooks'

/** Whether people point with a finger: there is nothing to drag from and no arrow keys. */
export function useTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false }) ?? false
}
