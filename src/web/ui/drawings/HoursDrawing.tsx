import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A clock with an hour left out. */
export function HoursDrawing() {
  return (
    <Drawing>
      <circle cx="68" cy="52" r="32" fill={PAPER} />
      <path d="M68 52V20a32 32 0 0 1 27.7 16Z" fill={WARM} stroke="none" />
      <path d="M68 26v4M68 74v4M42 52h4M90 52h4M68 52V34M68 52l13 8" />
    </Drawing>
  )
}
