import type { MembershipId, UserId } from '#contract/values.ts'

/** Who reads, in whose practice. */
export type Viewer = { userId: UserId; coachId: UserId }

/**
 * Whether somebody sees the last name of a person in a room. Members of a group know each other by their first names
 * (product §7); the coach knows everybody, and everybody knows their coach and themselves.
 */
export function knowsLastName({ userId, coachId }: Viewer, personId: UserId): boolean {
  return userId === coachId || personId === coachId || personId === userId
}

/** Listeners who see the same, by one of them. */
export type View = { viewer: Viewer; to: MembershipId[] }

/** The listeners of a room by which of these people they know the last names of: at most four, of most messages one. */
export function viewsOf(
  listeners: readonly { membershipId: MembershipId; userId: UserId }[],
  coachId: UserId,
  people: readonly (UserId | null)[],
): View[] {
  const views = new Map<string, View>()
  for (const { membershipId, userId } of listeners) {
    const viewer = { userId, coachId }
    const known = people.map((id) => id === null || knowsLastName(viewer, id)).join()
    const view = views.get(known) ?? { viewer, to: [] }
    view.to.push(membershipId)
    views.set(known, view)
  }
  return [...views.values()]
}
