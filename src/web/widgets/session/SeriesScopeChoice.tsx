import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { useTranslation } from 'react-i18next'
import { SeriesScope } from '#contract/calendar/recurrence.ts'

type Props = { label: string; value: SeriesScope; onChange: (scope: SeriesScope) => void }

/** How much of a series a change applies to: "solo esta / esta y las siguientes / todas" (product §8). */
export function SeriesScopeChoice({ label, value, onChange }: Props) {
  const { t } = useTranslation('schedule')
  return (
    <ChoiceChips
      label={label}
      options={SeriesScope.options.map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
      value={value}
      onChange={(scope) => onChange(SeriesScope.parse(scope))}
    />
  )
}
