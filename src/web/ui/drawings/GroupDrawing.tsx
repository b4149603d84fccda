import { Drawing, Needle, PAPER } from './Drawing.tsx'

/** People around one needle. */
export function GroupDrawing() {
  return (
    <Drawing>
      <g fill={PAPER}>
        <circle cx="68" cy="18" r="9" />
        <circle cx="100" cy="41" r="9" />
        <circle cx="88" cy="79" r="9" />
        <circle cx="48" cy="79" r="9" />
        <circle cx="36" cy="41" r="9" />
      </g>
      <Needle x={68} y={52} scale={1.1} />
    </Drawing>
  )
}
