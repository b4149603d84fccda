import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A quiet bell. */
export function BellDrawing() {
  return (
    <Drawing>
      <path d="M42 72c5-5 6-11 6-20 0-13 8-22 20-22s20 9 20 22c0 9 1 15 6 20Z" fill={PAPER} />
      <path d="M60 78c1 5 4 7 8 7s7-2 8-7" />
      <path d="M68 30v-6" />
      <circle cx="86" cy="36" r="6" fill={WARM} stroke="none" />
    </Drawing>
  )
}
