import { useTranslation } from 'react-i18next'
import { FEW } from './LeftClients.tsx'
import classes from './LeftClients.module.css'
import type { Selection } from './selection.ts'

type Props = { changed: readonly string[]; selection: Selection }

/** Whom it is about, where the title counts several; it names a single one itself. */
export function ChangedClients({ changed, selection }: Props) {
  const { t, i18n } = useTranslation('clients')
  if (changed.length < 2) return null
  const names = changed.slice(0, FEW).map((id) => selection.get(id)?.fullName ?? '')
  const rest = changed.length - names.length
  const all = rest > 0 ? [...names, t('bulk.others', { count: rest })] : names
  return (
    <p className={classes.changed}>
      {new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(all)}
    </p>
  )
}
