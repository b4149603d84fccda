import '@mantine/core/styles/Slider.css'
import { Input, Slider } from '@mantine/core'
import { useId } from 'react'
import classes from './ScoreSlider.module.css'

type Props = {
  label: string
  /** What 0 and 10 mean. */
  low: string
  high: string
  /** What stands there until somebody has chosen. */
  untouched: string
  /** 0 to 10; null while nobody has chosen. */
  value: number | null
  onChange: (value: number) => void
  onBlur?: () => void
  error?: string | undefined
  /** Of the message: quiet until the field was visited. */
  wrapperProps?: Record<string, unknown>
}

const MAX = 10
const MIDDLE = 5

/** A score from 0 to 10. It stands in the middle, and counts only once it was touched. */
export function ScoreSlider({ label, low, high, untouched, value, onChange, onBlur, ...shown }: Props) {
  const labelId = useId()
  const { error, wrapperProps } = shown
  return (
    <Input.Wrapper {...wrapperProps} error={error}>
      <div className={classes.head}>
        <Input.Label component="span" id={labelId}>
          {label}
        </Input.Label>
        <output className={classes.value} data-untouched={value === null || undefined}>
          {value ?? untouched}
        </output>
      </div>
      <Slider
        className={classes.slider}
        classNames={{ bar: classes.bar, thumb: classes.thumb }}
        mod={{ untouched: value === null }}
        min={0}
        max={MAX}
        step={1}
        label={null}
        thumbProps={{ 'aria-labelledby': labelId, ...(value === null && { 'aria-valuetext': untouched }) }}
        value={value ?? MIDDLE}
        onChange={onChange}
        // The middle itself is no change, and still a choice.
        onChangeEnd={onChange}
        onBlur={onBlur}
      />
      <div className={classes.ends} aria-hidden="true">
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </Input.Wrapper>
  )
}
