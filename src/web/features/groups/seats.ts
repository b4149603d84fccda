import type { GroupDto } from '#contract/groups.ts'

/** The part of a group that determines its seats. */
export type Seated = Pick<GroupDto, 'members' | 'invited' | 'capacity'>

/** Seats taken by members and by open invitations (product §7). */
export const takenSeats = ({ members, invited }: Seated): number => members + invited

/** Free seats; zero when more are taken than there are. */
export const seatsLeft = (group: Seated): number => Math.max(0, group.capacity - takenSeats(group))

/** `seats` in whole percent of the capacity, at most 100. */
export const seatShare = (seats: number, { capacity }: Seated): number =>
  Math.min(100, Math.round((seats / capacity) * 100))
