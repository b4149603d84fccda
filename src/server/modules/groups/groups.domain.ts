import type { GroupAction, GroupStatus } from '#contract/groups.ts'

type Seats = { capacity: number; taken: number }

/** The only ways from one state to another, each under the name of its action (product §7). */
const TRANSITIONS: Record<GroupStatus, Partial<Record<GroupStatus, GroupAction>>> = {
  draft: { open: 'publish', finished: 'finish' },
  open: { running: 'start', finished: 'finish' },
  running: { finished: 'finish' },
  finished: { archived: 'archive' },
  archived: { finished: 'restore' },
}

/**
 * Whether a coach may move a group from one state to another: draft → open → running → finished ↔ archived. One that
 * will not begin is finished from where it is (product §7).
 */
export function canMove(from: GroupStatus, to: GroupStatus): boolean {
  return TRANSITIONS[from][to] !== undefined
}

/** Whether name, dates, capacity and the like may still be changed: not once the group is over. */
export function isEditable(status: GroupStatus): boolean {
  return status === 'draft' || status === 'open' || status === 'running'
}

/** Whether people may be added, invited and removed: only while the group is open or running (product §7). */
export function acceptsMembers(status: GroupStatus): boolean {
  return status === 'open' || status === 'running'
}

/** Whether a group that is finished out of this state never began: "El grupo no empezó" (product §7). */
export function neverBegan(from: GroupStatus): boolean {
  return from === 'draft' || from === 'open'
}

/** Whether `people` more fit. Taken are the seats of those who are in and of those whose invitation is open. */
export function hasSeats({ capacity, taken }: Seats, people = 1): boolean {
  return taken + people <= capacity
}

/** What the coach may do with a group now. Adding needs a seat: the screen says so beside the button that is off. */
export function groupActions({ status, ...seats }: Seats & { status: GroupStatus }): GroupAction[] {
  return [
    ...(isEditable(status) ? (['edit'] as const) : []),
    ...Object.values(TRANSITIONS[status]),
    ...(acceptsMembers(status) && hasSeats(seats) ? (['addMember'] as const) : []),
  ]
}
