// The thumb: without its own file it starts below the padding of its frame.
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import classes from './Segments.module.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A few choices in one line, one of them always selected: for a row of a list. */
export function Segments<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      radius={10}
      classNames={{ root: classes.segments, label: classes.label }}
      data={[...options]}
      value={value}
      onChange={onChange}
    />
  )
}
