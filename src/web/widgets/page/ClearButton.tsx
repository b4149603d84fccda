import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  /** How many filters are set, without the search. */
  active: number
  onClear: () => void
}

/** Where nothing matches: shows the whole list again, by the name of what narrows it. */
export function ClearButton({ active, onClear }: Props) {
  const { t } = useTranslation('common')
  return (
    <Button variant="default" onClick={onClear}>
      {t(active === 0 ? 'filters.clearSearch' : 'filters.clear')}
    </Button>
  )
}
