import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** Two chairs that face each other. */
export function SessionDrawing() {
  return (
    <Drawing>
      <path d="M30 40c0-4 6-4 7 0l4 22h17c4 0 4 6 0 6H38c-3 0-4-2-4-4Z" fill={PAPER} />
      <path d="M106 40c0-4-6-4-7 0l-4 22H78c-4 0-4 6 0 6h20c3 0 4-2 4-4Z" fill={PAPER} />
      <path d="M40 68l-4 16M56 68l3 16M96 68l4 16M80 68l-3 16M22 84h92" />
      <circle cx="68" cy="36" r="7" fill={WARM} stroke="none" />
      <path d="M68 22v-3M78 26l2-2M82 36h3M58 26l-2-2M54 36h-3" stroke={WARM} />
    </Drawing>
  )
}
