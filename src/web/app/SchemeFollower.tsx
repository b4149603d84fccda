import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useStore } from '#web/store/store.ts'

/**
 * Applies the account's colour scheme (product §18) on sign-in and whenever it changes, here or on another device.
 * Until then the scheme chosen on this device applies.
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
