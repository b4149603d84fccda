import { Input } from '@mantine/core'
import { useId } from 'react'
import classes from './ScoreChips.module.css'

type Props = {
  label: string
  /** The lowest score; the highest is 10. */
  from?: 0 | 1
  /** What the lowest and the highest mean, where the label does not say it. */
  ends?: readonly [low: string, high: string]
  /** Null before a choice. */
  value: number | null
  onChange: (value: number) => void
  onBlur?: () => void
  error?: string | undefined
  /** Hides the error until the field was visited. */
  wrapperProps?: Record<string, unknown>
}

const SCORES = Array.from({ length: 11 }, (_, score) => score)

/** A score up to 10 in one row, with no score preselected. */
export function ScoreChips({ label, from = 0, ends, value, onChange, onBlur, error, wrapperProps }: Props) {
  const id = useId()
  return (
    <Input.Wrapper {...wrapperProps} error={error}>
      <div role="radiogroup" aria-labelledby={id} aria-invalid={error !== undefined || undefined}>
        <Input.Label component="span" id={id} mb={8}>
          {label}
        </Input.Label>
        <div className={classes.row}>
          {SCORES.slice(from).map((score) => (
            <label key={score} className={classes.chip}>
              <input
                type="radio"
                name={id}
                value={score}
                checked={score === value}
                onChange={() => onChange(score)}
                onBlur={onBlur}
              />
              <span>{score}</span>
            </label>
          ))}
        </div>
        {ends && (
          <div className={classes.ends}>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </div>
        )}
      </div>
    </Input.Wrapper>
  )
}
