import { useEffect, useEffectEvent } from 'react'
import type { ShownResource } from '#contract/video/signals.ts'
import type { OpenDrawer } from './use-drawer.ts'

/** Opens the drawer for what is shown to all; closes it once nothing is, unless its person has used it. */
export function useShown(shown: ShownResource | null, drawer: OpenDrawer): void {
  const change = useEffectEvent((isShown: boolean) => {
    if (isShown && drawer.tab === null) drawer.openByItself('agenda')
    else if (!isShown && drawer.tab !== null && !drawer.isUsed) drawer.closeByItself()
  })
  const resourceId = shown?.resourceId
  useEffect(() => change(resourceId !== undefined), [resourceId])
}
