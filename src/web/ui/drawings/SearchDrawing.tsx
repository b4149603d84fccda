import { Drawing, Needle, PAPER } from './Drawing.tsx'

/** A magnifier that looks at the needle. */
export function SearchDrawing() {
  return (
    <Drawing>
      <path d="m82 66 22 22" strokeWidth="3" />
      <circle cx="62" cy="46" r="27" fill={PAPER} />
      <Needle x={62} y={46} scale={1.2} />
    </Drawing>
  )
}
