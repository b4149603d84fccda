import type { GroupAction, GroupStatus } from '#contract/groups.ts'

type Seats = { capacity: number; taken: number }

/** The only status changes, each with the name of its action (product §7). */
const TRANSITIONS: Record<GroupStatus, Partial<Record<GroupStatus, GroupAction>>> = {
  draft: { open: 'publish', finished: 'finish' },
  open: { running: 'start', finished: 'finish' },
  running: { finished: 'finish' },
  finished: { archived: 'archive' },
  archived: { finished: 'restore' },
}

/**
 * Whether a coach may change a group's status: draft → open → running → finished ↔ archived. A group that will not
 * begin is finished directly (product §7).
 */
export function canBecome(from: GroupStatus, to: GroupStatus): boolean {
  return TRANSITIONS[from][to] !== undefined
}

/** Whether name, dates, capacity and the like may still be changed: not once the group has ended. */
export function isEditable(status: GroupStatus): boolean {
  return status === 'draft' || status === 'open' || status === 'running'
}

/** Whether people may be added, invited and removed: only while the group is open or running (product §7). */
export function acceptsMembers(status: GroupStatus): boolean {
  return status === 'open' || status === 'running'
}

/** Whether a group finished from this state never began: "El grupo no empezó" (product §7). */
export function neverBegan(from: GroupStatus): boolean {
  return from === 'draft' || from === 'open'
}

/** Whether `people` more fit. Members and open invitations take seats. */
export function hasSeats({ capacity, taken }: Seats, people = 1): boolean {
  return taken + people <= capacity
}

/** What the coach may do with a group now. Adding needs a free seat; the screen explains a disabled button. */
export function groupActions({ status, ...seats }: Seats & { status: GroupStatus }): GroupAction[] {
  return [
    ...(isEditable(status) ? (['edit'] as const) : []),
    ...Object.values(TRANSITIONS[status]),
    ...(acceptsMembers(status) && hasSeats(seats) ? (['addMember'] as const) : []),
  ]
}
