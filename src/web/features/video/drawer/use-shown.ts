import { useEffect, useEffectEvent, useRef } from 'react'
import type { ShownResource } from '#contract/video/signals.ts'
import type { OpenDrawer } from './use-drawer.ts'

/** Opens the drawer for what is shown to all, and closes it once nothing is, unless something else was opened in it. */
export function useShown(shown: ShownResource | null, drawer: OpenDrawer): void {
  const isForIt = useRef(false)
  const change = useEffectEvent((isShown: boolean) => {
    if (isShown && drawer.tab === null) {
      isForIt.current = true
      drawer.open('agenda')
    } else if (!isShown) {
      if (isForIt.current && drawer.tab === 'agenda') drawer.close()
      isForIt.current = false
    }
  })
  const resourceId = shown?.resourceId
  useEffect(() => change(resourceId !== undefined), [resourceId])
}
