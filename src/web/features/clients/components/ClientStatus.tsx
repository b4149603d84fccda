import { useTranslation } from 'react-i18next'
import type { ClientStatus as Status } from '#contract/clients.ts'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'

const TONE: Record<Status, Tone> = {
  notInvited: 'neutral',
  invited: 'info',
  active: 'positive',
  declined: 'negative',
  expired: 'warning',
  paused: 'neutral',
  finished: 'neutral',
  archived: 'neutral',
}

/** Where a person stands between invitation and end (product §4, §6). */
export function ClientStatus({ status }: { status: Status }) {
  const { t } = useTranslation('clients')
  return <StatusBadge label={t(`statuses.${status}`)} tone={TONE[status]} />
}
