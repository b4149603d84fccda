import type { GroupId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { findGroupName, findGroupOfInvitation } from '#server/modules/groups/members.repository.ts'
import { listExpected } from '#server/modules/sessions/views/calendar-reading.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import type { Expected } from './people.ts'
import type { Told } from '#server/effects/plans/told.ts'

/** The group of an event, and who of it is told. */
export type GroupFacts = {
  /** The group it happened in, or that an invitation leads into. */
  group: { id: GroupId; name: string } | undefined
  /** Who of the event's group is told of its session or its end; nobody of anything else. */
  members: readonly Expected[]
}

export async function loadGroupFacts(deps: Deps, event: DomainEvent, told: Told): Promise<GroupFacts> {
  const [group, members] = await Promise.all([
    loadGroup(deps, event, told.group),
    loadMembers(deps, event, told.members),
  ])
  return { group, members }
}

async function loadGroup(
  deps: Deps,
  { coachId }: DomainEvent,
  group: Told['group'],
): Promise<GroupFacts['group']> {
  if (group === undefined) return undefined
  if (typeof group === 'object') return findGroupOfInvitation(deps.db, group.invited)
  return findGroupName(deps.db, scopeOfPractice(coachId), group)
}

async function loadMembers(
  deps: Deps,
  { coachId }: DomainEvent,
  members: Told['members'],
): Promise<Expected[]> {
  if (!members) return []
  const { groupId, sessionId } = members
  const rows = await listExpected(deps.db, scopeOfPractice(coachId), groupId, sessionId)
  return rows.map((row) => ({ ...row, side: 'client' }))
}
