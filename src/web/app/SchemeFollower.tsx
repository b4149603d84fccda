import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useStore } from '#web/store/store.ts'

/**
 * Shows the scheme of the account (product §18) when somebody signs in and whenever it changes, here or on another
 * device. What was chosen on this device alone stays until then.
 */
export function SchemeFollower() {
  const { setColorScheme } = useMantineColorScheme()
  const chosen = useStore(({ session }) => session.user?.colorScheme)
  const shown = useRef(chosen)
  useEffect(() => {
    if (chosen !== undefined && chosen !== shown.current) setColorScheme(chosen)
    shown.current = chosen
  }, [chosen, setColorScheme])
  return null
}
