import { useCallback, useSyncExternalStore } from 'react'
import type { Titles } from '../titles.ts'
import { Greeting } from './Greeting.tsx'
import classes from './Header.module.css'

/** The title of the screen; the greeting where it has none. */
export function HeaderTitle({ titles }: { titles: Titles }) {
  const isClaimed = useSyncExternalStore(titles.subscribe, titles.isClaimed)
  // There before the first screen is: a page that waited for it would be rendered twice.
  const hold = useCallback((place: HTMLElement | null) => place?.append(titles.slot), [titles])
  return (
    <div className={classes.title}>
      {!isClaimed && <Greeting />}
      <div ref={hold} className={classes.slot} />
    </div>
  )
}
