import { percentText } from '#web/widgets/numbers.ts'
import classes from './ProgressRing.module.css'

type Props = {
  /** From 0 to 100. */
  progress: number
  /** The name of the picture: what has come so far. */
  label: string
  /** In pixels. */
  size?: number
  /** Of a goal that is not active: drawn without the accent. */
  isQuiet?: boolean
}

/** How far a goal has come, as a ring. */
export function ProgressRing({ progress, label, size = 64, isQuiet = false }: Props) {
  const width = size >= 88 ? 9 : 7
  const radius = (size - width) / 2
  const length = 2 * Math.PI * radius
  return (
    <span
      className={classes.ring}
      style={{ width: size, height: size, fontSize: size >= 88 ? 22 : size >= 56 ? 15 : 12 }}
      data-quiet={isQuiet || undefined}
      data-complete={progress === 100 || undefined}
      role="img"
      aria-label={label}
    >
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle className={classes.track} cx={size / 2} cy={size / 2} r={radius} strokeWidth={width} />
        {progress > 0 && (
          <circle
            className={classes.done}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            strokeWidth={width}
            strokeDasharray={`${(length * progress) / 100} ${length}`}
          />
        )}
      </svg>
      <span className={classes.figure} aria-hidden="true">
        {percentText(progress)}
      </span>
    </span>
  )
}
