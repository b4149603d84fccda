import { type ReactNode, useEffect, useRef } from 'react'
import classes from './InView.module.css'

type Props = {
  /** Whether to scroll now: only after a person's choice. */
  wanted: boolean
  /** Called once it is in view, so that the scroll happens once. */
  onShown?: () => void
  /** Changes with each visit: the same link may be followed twice. */
  visit?: string
  /** The alignment in the window: nearest, or at the top. */
  block?: 'nearest' | 'start'
  children: ReactNode
}

/** Scrolls its content into view when a link leads to it. */
export function InView({ wanted, onShown, visit, block = 'nearest', children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wanted) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    element.current?.scrollIntoView({ block, behavior })
    onShown?.()
  }, [wanted, onShown, visit, block])
  return (
    <div ref={element} className={classes.element}>
      {children}
    </div>
  )
}
