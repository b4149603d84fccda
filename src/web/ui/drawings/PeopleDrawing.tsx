import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** Two people. */
export function PeopleDrawing() {
  return (
    <Drawing>
      <path d="M68 84c0-12 8-19 18-19s18 7 18 19" fill={PAPER} />
      <circle cx="86" cy="50" r="10" fill={PAPER} />
      <path d="M28 84c0-15 10-24 23-24s23 9 23 24Z" fill={PAPER} />
      <circle cx="51" cy="42" r="13" fill={PAPER} />
      <path d="M45 44c2 4 10 4 12 0" stroke={WARM} />
      <path d="M20 84h96" />
    </Drawing>
  )
}
