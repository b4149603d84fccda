import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { wallMinutes } from '#time/calendar-date.ts'
import { formatWallChoice } from '#time/format.ts'

const STEP_MIN = 15
const DAY_MIN = 24 * 60

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  label: string
  value: string
  /** A time that cannot be chosen. */
  except?: string | undefined
  onChange: (time: string) => void
}

/** A wall time, in quarters of an hour and on the 24-hour clock whatever the browser's settings are. */
export function TimeField({ value, except, onChange, ...field }: Props) {
  const times = useMemo(() => {
    const quarters = Array.from({ length: DAY_MIN / STEP_MIN }, (_, step) => clockAt(step * STEP_MIN))
    return [...new Set([...quarters, value])]
      .filter((time) => time !== except)
      .toSorted((a, b) => wallMinutes(a) - wallMinutes(b))
      .map((time) => ({ value: time, label: formatWallChoice(time) }))
  }, [value, except])
  return (
    <Select
      {...field}
      data={times}
      value={value}
      onChange={(time) => time !== null && onChange(time)}
      allowDeselect={false}
      searchable
      withCheckIcon={false}
      maxDropdownHeight={220}
      comboboxProps={{ keepMounted: false }}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}

const clockAt = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
