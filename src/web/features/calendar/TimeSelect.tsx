import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { useMemo } from 'react'
import { formatWallChoice } from '#time/format.ts'
import { wallTimes } from './settings/hours-form.ts'

type Props = {
  value: string
  onChange: (time: string) => void
  label: string
  /** Shown above it; without it the label is only for screen readers. */
  shownLabel?: string
  /** Whether the day may end at 24:00. */
  untilMidnight?: boolean
}

const GRID_MIN = 15

/** A local time, on the 24-hour clock whatever the browser's settings are. */
export function TimeSelect({ value, onChange, label, shownLabel, untilMidnight = false }: Props) {
  const times = useMemo(
    () =>
      wallTimes(GRID_MIN, [value], untilMidnight ? '24:00' : '23:45').map((time) => ({
        value: time,
        label: formatWallChoice(time),
      })),
    [value, untilMidnight],
  )
  return (
    <Select
      {...(shownLabel !== undefined && { label: shownLabel })}
      aria-label={label}
      data={times}
      value={value}
      onChange={(time) => time !== null && onChange(time)}
      allowDeselect={false}
      searchable
      filter={byEitherWriting}
      withCheckIcon={false}
      maxDropdownHeight={220}
      // A week has some twenty of these with a hundred options each: a closed one renders none.
      comboboxProps={{ keepMounted: false }}
      // With a label it is a field of a form, as wide as its column; otherwise part of a line of text.
      {...(shownLabel === undefined && { w: 104 })}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}

/** "9:00" is found by "09" too, as many people type it. */
const byEitherWriting: OptionsFilter = ({ options, search }) =>
  options.filter(
    (option): option is ComboboxItem =>
      'value' in option && [option.label, option.value].some((text) => text.startsWith(search.trim())),
  )
