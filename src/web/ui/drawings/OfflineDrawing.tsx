import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** A cloud whose connection is broken. */
export function OfflineDrawing() {
  return (
    <Drawing>
      <path
        d="M48 70c-10 0-16-6-16-14s6-14 14-14c2-11 11-18 22-18 12 0 20 8 22 18 9 0 15 6 15 14s-6 14-15 14"
        fill={PAPER}
      />
      <path d="M68 62v8M68 88v-4" />
      <path d="m61 74 14 6M75 74l-14 6" stroke={WARM} strokeWidth="2" />
    </Drawing>
  )
}
