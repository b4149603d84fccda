import type { MemberDto, MemberStatus } from '#contract/groups.ts'

const ORDER: Record<MemberStatus, number> = {
  active: 0,
  invited: 1,
  expired: 2,
  declined: 3,
  left: 4,
  removed: 4,
}

/** The people of a group as a coach looks for them: who is in, who may come, and apart from them who has gone. */
export function divided(people: readonly MemberDto[]): { present: MemberDto[]; gone: MemberDto[] } {
  const ordered = people.toSorted(
    (a, b) => ORDER[a.status] - ORDER[b.status] || a.fullName.localeCompare(b.fullName),
  )
  const hasGone = ({ status }: MemberDto) => ORDER[status] === ORDER.left
  return { present: ordered.filter((each) => !hasGone(each)), gone: ordered.filter(hasGone) }
}

/** The instant a place has had its state from: joined, left, or invited where neither has happened. */
export function sinceOf({ status, joinedAt, leftAt, invitedAt }: MemberDto): string | null {
  if (status === 'active') return joinedAt
  return status === 'left' || status === 'removed' ? leftAt : invitedAt
}
