import {
  IconBan,
  IconCalendarCheck,
  IconCheck,
  IconClockHour4,
  IconClockOff,
  IconPencil,
  IconPlayerPlay,
  IconUserX,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import { STATE_COLOURS, shownStatus, statusWord, type ShownStatus } from './session-look.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { useNow } from '../use-now.ts'

type Props = { session: Pick<SessionListItem, 'status' | 'phase' | 'startsAt'> }

const ICONS: Record<ShownStatus, Icon> = {
  requested: IconClockHour4,
  proposed: IconClockHour4,
  confirmed: IconCalendarCheck,
  inProgress: IconPlayerPlay,
  toClose: IconPencil,
  completed: IconCheck,
  noShowClient: IconUserX,
  noShowCoach: IconUserX,
  cancelledByClient: IconBan,
  cancelledByCoach: IconBan,
  rejected: IconBan,
  expired: IconClockOff,
}

/** The icon of a session's status, where there is no room for the word. */
export function StatusIcon({ session, size }: Props & { size: number }) {
  const StateIcon = ICONS[shownStatus(session)]
  return <StateIcon size={size} aria-hidden="true" style={{ flex: 'none' }} />
}

/** A session's status in a word, as worded for the viewer's side. */
export function SessionStatus({ session, side }: Props & { side: Viewer['side'] }) {
  const { t } = useTranslation('sessions')
  const status = shownStatus(session)
  const now = useNow()
  const StateIcon = ICONS[status]
  return (
    <StatusBadge
      label={t(`statuses.${statusWord(session, side, now)}`)}
      tone={STATE_COLOURS[status]}
      icon={<StateIcon />}
    />
  )
}
