import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** Two speech bubbles. */
export function MessagesDrawing() {
  return (
    <Drawing>
      <path d="M70 32h30c5 0 8 3 8 8v16c0 5-3 8-8 8v9l-10-9H70c-5 0-8-3-8-8V40c0-5 3-8 8-8Z" fill={PAPER} />
      <path
        d="M36 40h32c5 0 8 3 8 8v16c0 5-3 8-8 8H48l-11 9v-9h-1c-5 0-8-3-8-8V48c0-5 3-8 8-8Z"
        fill={PAPER}
      />
      <path d="M40 52h24" />
      <path d="M40 60h15" stroke={WARM} />
    </Drawing>
  )
}
