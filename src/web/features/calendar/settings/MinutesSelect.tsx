import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { exactSpan } from '#time/spans.ts'
import { withCurrent } from './hours-form.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: number
  choices: readonly number[]
  /** What nothing at all is called. */
  zeroLabel: string
  onChange: (minutes: number) => void
}

/** A choice of spans of time; one that is in use stays among them. */
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
