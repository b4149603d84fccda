import { useTranslation } from 'react-i18next'
import type { BulkOutcome } from './bulk.queries.ts'
import classes from './LeftClients.module.css'
import type { Selection } from './selection.ts'

/** What can be done with a selection and may leave somebody out. */
export type BulkAction = 'invite' | 'tag' | 'pause' | 'archive'

/** How many are named before the rest is counted. */
export const FEW = 6

type Props = { left: BulkOutcome['left']; selection: Selection; action: BulkAction }

/** Who stays as they are, each with the reason. */
export function LeftClients({ left, selection, action }: Props) {
  const { t } = useTranslation('clients')
  if (left.length === 0) return null
  const reasonText = (clientId: string, reason: BulkOutcome['left'][number]['reason']) => {
    if (reason === 'unchanged') return t(`bulk.unchanged.${action}`)
    if (reason !== 'wrongState') return t(`bulk.reasons.${reason}`)
    const isArchived = selection.get(clientId)?.status === 'archived'
    return isArchived ? t('bulk.archived') : t(`bulk.wrongState.${action}`)
  }
  return (
    <div className={classes.left}>
      <p className={classes.heading}>{t('bulk.left', { count: left.length })}</p>
      <ul className={classes.list}>
        {left.slice(0, FEW).map(({ clientId, reason }) => (
          <li key={clientId}>
            <span className={classes.name}>{selection.get(clientId)?.fullName}</span>
            <span className={classes.reason}>{reasonText(clientId, reason)}</span>
          </li>
        ))}
      </ul>
      {left.length > FEW && <p className={classes.reason}>{t('moves.more', { count: left.length - FEW })}</p>}
    </div>
  )
}
