import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'

type Props = {
  label: string
  min: number
  max: number
  value: number
  onChange: (count: number) => void
  /** The unit, written behind the number: " semanas". */
  suffix?: string
}

/**
 * A whole number within bounds. While typing, the input may be empty or out of bounds; the value is then the nearest
 * one within the bounds, and the input shows it on blur.
 */
export function CountField({ label, min, max, value, onChange, suffix }: Props) {
  const [typed, setTyped] = useState<string | number>()
  return (
    <NumberInput
      label={label}
      min={min}
      max={max}
      {...(suffix !== undefined && { suffix })}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next)
        if (typeof next === 'number') onChange(Math.min(max, Math.max(min, next)))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
