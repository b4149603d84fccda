import { IconCalendarTime, IconClockOff, IconCloud, IconUsersGroup } from '@tabler/icons-react'
import type { Entry } from '../entries.ts'

/** The icon for an entry's kind; a session with one person has none. */
export function KindIcon({ entry }: { entry: Entry }) {
  const icon = { 'size': 14, 'aria-hidden': true, 'style': { flex: 'none' } } as const
  if (entry.kind === 'block') return <IconClockOff {...icon} />
  if (entry.kind === 'external') return <IconCloud {...icon} />
  if (entry.kind === 'move') return <IconCalendarTime {...icon} />
  return entry.session.type === 'Group' ? <IconUsersGroup {...icon} /> : null
}
