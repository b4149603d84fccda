import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A folder that is closed. */
export function ClosedDrawing() {
  return (
    <Drawing>
      <path d="M32 34c0-4 3-6 6-6h18l8 8h34c4 0 6 3 6 6v34c0 4-3 6-6 6H38c-4 0-6-3-6-6Z" fill={PAPER} />
      <path d="M32 46h72" />
      <path d="m59 63 6.5 6.5L78 57" stroke={WARM} strokeWidth="2.5" />
    </Drawing>
  )
}
