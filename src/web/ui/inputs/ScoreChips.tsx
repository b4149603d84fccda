import { Input } from '@mantine/core'
import { useId } from 'react'
import classes from './ScoreChips.module.css'

type Props = {
  label: string
  /** The labels of 0 and 10. */
  low: string
  high: string
  /** 0 to 10; null before a choice. */
  value: number | null
  onChange: (value: number) => void
  onBlur?: () => void
  error?: string | undefined
  /** Hides the error until the field was visited. */
  wrapperProps?: Record<string, unknown>
}

const SCORES = Array.from({ length: 11 }, (_, score) => score)

/** A score from 0 to 10 in one row, with no score preselected. */
export function ScoreChips({ label, low, high, value, onChange, onBlur, error, wrapperProps }: Props) {
  const id = useId()
  return (
    <Input.Wrapper {...wrapperProps} error={error}>
      <div role="radiogroup" aria-labelledby={id} aria-invalid={error !== undefined || undefined}>
        <Input.Label component="span" id={id} mb={8}>
          {label}
        </Input.Label>
        <div className={classes.row}>
          {SCORES.map((score) => (
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
        <div className={classes.ends}>
          <span>{low}</span>
          <span>{high}</span>
        </div>
      </div>
    </Input.Wrapper>
  )
}
