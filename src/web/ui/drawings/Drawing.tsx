import type { ReactNode } from 'react'

/** The second colour of a drawing, a warm one beside the accent. */
export const WARM = 'var(--norte-warm)'

/** Fills what is in front of the ring. */
export const PAPER = 'var(--norte-card)'

/**
 * The ground of every line drawing: the ring of the compass, thin, in the colour of the text around it. Drawings are
 * decoration: what they show is said in words beside them.
 */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="136"
      height="104"
      viewBox="0 0 136 104"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <g opacity="0.28">
        <circle cx="68" cy="52" r="46" />
        <path d="M68 1.5v7M68 95.5v7M17.5 52h7M111.5 52h7" />
      </g>
      {children}
    </svg>
  )
}

/** The needle of the compass around a centre: its warm half points north-east. */
export function Needle({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} stroke="none">
      <path d="M13-13 5 5-5-5Z" fill={WARM} />
      <path d="M-13 13-5-5 5 5Z" fill="currentColor" opacity="0.4" />
    </g>
  )
}
