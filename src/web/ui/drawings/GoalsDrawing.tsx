import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A path up a mountain, with a flag at its top. */
export function GoalsDrawing() {
  return (
    <Drawing>
      <path d="M20 84 50 44l13 16 17-28 36 52Z" fill={PAPER} />
      <path d="M66 84c10-5 16-9 11-14s-6-8 0-14 4-8 3-14" strokeDasharray="1 5" />
      <path d="M80 32V14" />
      <path d="M80 14 95 19.5 80 25Z" fill={WARM} stroke="none" />
      <path d="M16 84h104" />
    </Drawing>
  )
}
