import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A month with one day marked. */
export function CalendarDrawing() {
  return (
    <Drawing>
      <rect x="36" y="26" width="64" height="56" rx="8" fill={PAPER} />
      <path d="M36 41h64M52 20v11M84 20v11" />
      <path
        d="M48 52h.01M61 52h.01M74 52h.01M87 52h.01M48 62h.01M61 62h.01M87 62h.01M48 72h.01M61 72h.01"
        strokeWidth="3"
        opacity="0.45"
      />
      <circle cx="74" cy="62" r="6" fill={WARM} stroke="none" />
    </Drawing>
  )
}
