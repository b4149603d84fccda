import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'

type Props = { lengths: readonly number[]; value: number; onChange: (minutes: number) => void }

/** The duration of a session. */
export function LengthChips({ lengths, value, onChange }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <ChoiceChips
      label={t('field.length')}
      options={lengths.map((minutes) => ({
        value: String(minutes),
        label: t('times.short', { count: minutes }),
      }))}
      value={String(value)}
      onChange={(minutes) => onChange(Number(minutes))}
    />
  )
}
