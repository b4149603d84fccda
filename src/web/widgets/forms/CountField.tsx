import '@mantine/core/styles/NumberInput.css'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'

type Props = { label: string; min: number; max: number; value: number; onChange: (count: number) => void }

/**
 * A whole number between two others. While it is typed it may be empty or out of bounds; what counts is the nearest
 * that is not, and that stands there once the field is left.
 */
export function CountField({ label, min, max, value, onChange }: Props) {
  const [typed, setTyped] = useState<string | number>()
  return (
    <NumberInput
      label={label}
      min={min}
      max={max}
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
