import type { MemberDto, MemberStatus } from '#contract/groups.ts'

const ORDER: Record<MemberStatus, number> = {
  active: 0,
  invited: 1,
  expired: 2,
  declined: 3,
  left: 4,
  removed: 4,
}

/** The members of a group in display order: current members, then the invited, and separately the former ones. */
export function divided(people: readonly MemberDto[]): { present: MemberDto[]; gone: MemberDto[] } {
  const ordered = people.toSorted(
    (a, b) => ORDER[a.status] - ORDER[b.status] || a.fullName.localeCompare(b.fullName),
  )
  const hasGone = ({ status }: MemberDto) => ORDER[status] === ORDER.left
  return { present: ordered.filter((each) => !hasGone(each)), gone: ordered.filter(hasGone) }
}

/** The instant a seat's status dates from: joined, left, or invited. */
export function sinceOf({ status, joinedAt, leftAt, invitedAt }: MemberDto): string | null {
  if (status === 'active') return joinedAt
  return status === 'left' || status === 'removed' ? leftAt : invitedAt
}
