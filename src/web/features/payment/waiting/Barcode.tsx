import { barsOf } from './code-128.ts'
import classes from './Barcode.module.css'

/** What scanners need to be free on both sides, in modules. */
const QUIET = 10
const HEIGHT = 60

/** A number as a barcode of Code 128; nothing for what cannot be drawn. The number itself is said beside it. */
export function Barcode({ digits }: { digits: string }) {
  const widths = barsOf(digits)
  if (widths === undefined) return null
  const bars: string[] = []
  let at = QUIET
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars.push(`M${String(at)} 0h${String(width)}v${String(HEIGHT)}h-${String(width)}z`)
    at += width
  }
  return (
    <svg
      className={classes.barcode}
      viewBox={`0 0 ${String(at + QUIET)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={bars.join('')} />
    </svg>
  )
}
