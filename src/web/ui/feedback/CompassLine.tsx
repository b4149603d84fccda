import classes from './CompassLine.module.css'

type Props = { label: string; done: number; total: number; text: string }

/** How far something has come: a fine line with the needle of the compass at its end. */
export function CompassLine({ label, done, total, text }: Props) {
  return (
    <div
      role="progressbar"
      className={classes.line}
      aria-label={label}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuetext={text}
    >
      <div className={classes.done} style={{ width: `${(done / total) * 100}%` }}>
        <NeedleMark className={classes.needle} />
      </div>
    </div>
  )
}

/** The needle of the compass, alone: the place on a line where one is now. */
export function NeedleMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} width="18" height="10" viewBox="0 0 18 10" aria-hidden="true">
      <path d="M18 5 9 10V0Z" fill="var(--norte-warm)" />
      <path d="M0 5 9 0v10Z" fill="currentColor" opacity="0.45" />
    </svg>
  )
}
