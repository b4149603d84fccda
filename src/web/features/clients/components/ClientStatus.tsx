import { useTranslation } from 'react-i18next'
import type { ClientStatus as Status } from '#contract/clients.ts'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'

const TONE: Record<Status, Tone> = {
  notInvited: 'neutral',
  invited: 'info',
  active: 'positive',
  declined: 'neutral',
  expired: 'warning',
  paused: 'neutral',
  finished: 'neutral',
  archived: 'neutral',
}

/** A client's status, from invited to finished (product §4, §6). */
export function ClientStatus({ status }: { status: Status }) {
  const { t } = useTranslation('clients')
  return <StatusBadge label={t(`statuses.${status}`)} tone={TONE[status]} />
}
