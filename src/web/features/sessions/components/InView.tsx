import { type ReactNode, useEffect, useRef } from 'react'
import classes from './InView.module.css'

type Props = {
  /** Whether somebody asked to see it just now: it never moves the page by itself. */
  wanted: boolean
  /** Once it is in view, so that it is asked for once. */
  onShown?: () => void
  /** Changes with each visit: the same link may be followed twice. */
  visit?: string
  /** Where in the window: just inside, or at its beginning. */
  block?: 'nearest' | 'start'
  children: ReactNode
}

/** Something that comes into view when a person's own choice leads to it. */
export function InView({ wanted, onShown, visit, block = 'nearest', children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wanted) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    place.current?.scrollIntoView({ block, behavior })
    onShown?.()
  }, [wanted, onShown, visit, block])
  return (
    <div ref={place} className={classes.place}>
      {children}
    </div>
  )
}
