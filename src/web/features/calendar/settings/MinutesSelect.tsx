import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { exactSpan } from '#time/spans.ts'
import { withCurrent } from './hours-form.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: number
  choices: readonly number[]
  /** The label of zero minutes. */
  zeroLabel: string
  onChange: (minutes: number) => void
}

/** A choice of durations; the current one is always among them. */
export function MinutesSelect({ value, choices, zeroLabel, onChange, ...select }: Props) {
  const { t } = useTranslation('calendar')
  const labelOf = (minutes: number) => {
    const { unit, count } = exactSpan(minutes)
    return minutes === 0 ? zeroLabel : t(`settings.${unit}s`, { count })
  }
  return (
    <Select
      {...select}
      allowDeselect={false}
      data={withCurrent(choices, value).map((minutes) => ({
        value: String(minutes),
        label: labelOf(minutes),
      }))}
      value={String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
    />
  )
}
