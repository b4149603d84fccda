import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A list with its first line ticked. */
export function ActionsDrawing() {
  return (
    <Drawing>
      <rect x="38" y="20" width="60" height="66" rx="8" fill={PAPER} />
      <path d="M66 38h20M66 54h20M66 70h12" />
      <rect x="48" y="49" width="10" height="10" rx="3" />
      <rect x="48" y="65" width="10" height="10" rx="3" />
      <path d="M47 38l4.5 4.5L60 33" stroke={WARM} strokeWidth="2.5" />
    </Drawing>
  )
}
