type Props = { size?: number }

/** The logo: a compass needle in its ring, in the colour of the text around it. */
export function NorteMark({ size = 32 }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      {/* One group, so that the marks are not darker where they cross the ring. */}
      <g stroke="currentColor" strokeWidth="2" opacity="0.5">
        <circle cx="16" cy="16" r="13.5" />
        <path d="M16 1.5v4M16 26.5v4M1.5 16h4M26.5 16h4" />
      </g>
      <path d="M22.6 9.4 18.5 18.5 13.5 13.5Z" fill="currentColor" />
      <path d="M9.4 22.6 13.5 13.5 18.5 18.5Z" fill="currentColor" opacity="0.55" />
    </svg>
  )
}
