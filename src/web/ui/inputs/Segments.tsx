import { useId } from 'react'
import classes from './Segments.module.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** The choice of a whole view, not of a row in a list. */
  large?: boolean
}

/**
 * A few choices in one line, one of them always selected. Not the kit's: its thumb measures itself with the page's first
 * rendering, which takes a phone tens of milliseconds.
 */
export function Segments<Value extends string>(props: Props<Value>) {
  const { label, options, value, onChange, large = false } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments} data-large={large || undefined}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
