import { Drawing, WARM } from './Drawing.tsx'

/** The sun at the end of a day. */
export function DayDoneDrawing() {
  return (
    <Drawing>
      <path d="M44 68a24 24 0 0 1 48 0Z" fill={WARM} stroke="none" />
      <path d="M68 30v-8M42 42l-6-6M94 42l6-6M32 60l-7-2M104 60l7-2" stroke={WARM} />
      <path d="M18 68h100M34 77h68M50 86h36" />
    </Drawing>
  )
}
