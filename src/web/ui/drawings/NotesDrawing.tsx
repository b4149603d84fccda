import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A written page and a pencil. */
export function NotesDrawing() {
  return (
    <Drawing>
      <path d="M40 20h38l14 14v44c0 4-3 7-7 7H47c-4 0-7-3-7-7Z" fill={PAPER} />
      <path d="M78 20v14h14M50 46h24M50 56h30M50 66h16" />
      <path d="m76 78 24-24 6 6-24 24-8 2Z" fill={PAPER} />
      <path d="m96 58 6 6 4-4-6-6Z" fill={WARM} stroke={WARM} />
    </Drawing>
  )
}
