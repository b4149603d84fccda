import type { GroupDto } from '#contract/groups.ts'

/** What of a group says how many fit. */
export type Seated = Pick<GroupDto, 'members' | 'invited' | 'capacity'>

/** Seats taken by those who are in and by those who were invited and may still come (product §7). */
export const takenSeats = ({ members, invited }: Seated): number => members + invited

/** Seats that are left; none when more are taken than there are. */
export const seatsLeft = (group: Seated): number => Math.max(0, group.capacity - takenSeats(group))

/** Whole percent of the seats that `seats` of them are, at most all. */
export const seatShare = (seats: number, { capacity }: Seated): number =>
  Math.min(100, Math.round((seats / capacity) * 100))
