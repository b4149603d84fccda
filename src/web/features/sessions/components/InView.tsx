import { type ReactNode, useEffect, useRef } from 'react'
import classes from './InView.module.css'

/** Something that appears below the fold comes into view by itself; `still` for what stands there from the start. */
export function InView({ still = false, children }: { still?: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (still) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    place.current?.scrollIntoView({ block: 'nearest', behavior })
  }, [still])
  return (
    <div ref={place} className={classes.place}>
      {children}
    </div>
  )
}
