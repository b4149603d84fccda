import { Drawing, PAPER, WARM } from './Drawing.tsx'

/** Books on a shelf. */
export function ResourcesDrawing() {
  return (
    <Drawing>
      <path d="M36 28h14v54H36ZM50 36h12v46H50Z" fill={PAPER} />
      <path d="m71 35 12-4 15 48-12 4Z" fill={PAPER} />
      <path d="M41 38h4M55 46h2M76 44l5-1.5" />
      <path d="M36 68h14M50 70h12M82.5 68l11.5-3.7" stroke={WARM} strokeWidth="2.5" />
      <path d="M24 83h88" />
    </Drawing>
  )
}
