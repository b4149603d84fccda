import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { CountField } from '../forms/CountField.tsx'

type Props = {
  lengths: readonly number[]
  value: number
  onChange: (minutes: number) => void
  /** Also any other length, typed: for the coach, who is not bound to what they offer. */
  anyLength?: boolean
}

/** The bounds of a typed length, in minutes (product §8). */
const BOUNDS = { min: 15, max: 240 }
const OTHER = 'other'

/** The duration of a session. */
export function LengthChips({ lengths, value, onChange, anyLength = false }: Props) {
  const { t } = useTranslation('sessions')
  const [typing, setTyping] = useState(false)
  const choices = lengths.map((minutes) => ({
    value: String(minutes),
    label: t('times.short', { count: minutes }),
  }))
  return (
    <>
      <ChoiceChips
        label={t('field.length')}
        options={anyLength ? [...choices, { value: OTHER, label: t('times.other') }] : choices}
        value={typing ? OTHER : String(value)}
        onChange={(chosen) => {
          setTyping(chosen === OTHER)
          if (chosen !== OTHER) onChange(Number(chosen))
        }}
      />
      {typing && <CountField label={t('times.otherMinutes')} {...BOUNDS} value={value} onChange={onChange} />}
    </>
  )
}
