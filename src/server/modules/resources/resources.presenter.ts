import type { GroupResource } from '#contract/resources/resource-assignments.ts'
import type {
  AssignmentDto,
  GivenResource,
  ResourceDetail,
  ResourceDto,
  ResourceFileDto,
} from '#contract/resources/resources.ts'
import { type ResourceFileId, toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import * as resourcePolicy from '../../policy/work/resource.policy.ts'
import { photoOf } from '../files/files.service.ts'
import { previewOf } from './file-kinds.domain.ts'
import type { GivenRow, GroupGivenRow, ReachedRow } from './given.repository.ts'
import { canBeGiven, isOverdue, stateOf } from './resources.domain.ts'
import type { ListedResource, ResourceRow } from './resources.repository.ts'

type FileFacts = { id: ResourceFileId; name: string; mediaType: string; byteSize: number }

/** A file whose content was looked at. */
export function presentFile({ id, name, mediaType, byteSize }: FileFacts): ResourceFileDto {
  return { id, name, mediaType, byteSize, preview: previewOf(mediaType) }
}

type Shown = Pick<
  GivenRow,
  Exclude<keyof GivenRow, 'groupName' | 'message' | 'dueOn' | 'assignedAt' | 'viewedAt' | 'completedAt'>
>

function presentShown(row: Shown) {
  const { fileId: id, fileName: name, mediaType, byteSize } = row
  const file =
    id === null || name === null || mediaType === null || byteSize === null
      ? null
      : presentFile({ id, name, mediaType, byteSize })
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    source: row.source,
    status: row.status,
    file,
    url: row.url,
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}

/** A resource of the library. */
export function presentResource(row: ListedResource): ResourceDto {
  return { ...presentShown(row), usedBy: row.usedBy }
}

/** One resource for its coach, with how far those are who have it. */
export function presentToCoach(
  row: ResourceRow,
  { viewed, completed }: { viewed: number; completed: number },
  coach: Actor,
): ResourceDetail {
  const manages = resourcePolicy.can(coach, 'manage', row)
  return {
    ...presentResource(row),
    body: row.body,
    viewedBy: viewed,
    completedBy: completed,
    given: null,
    allowedActions: manages
      ? ['edit', ...(canBeGiven(row.status) ? (['assign'] as const) : []), 'delete']
      : [],
  }
}

/** One resource for a person who has it: nothing of whom else it was given to. */
export function presentToPerson(
  row: ResourceRow,
  given: GivenRow,
  timezone: string,
  now: EpochMs,
): ResourceDetail {
  return {
    ...presentShown(row),
    usedBy: 0,
    viewedBy: 0,
    completedBy: 0,
    body: row.body,
    given: presentGiven(given, timezone, now),
    allowedActions: [given.completedAt === null ? 'complete' : 'reopen'],
  }
}

/** What a person has. `timezone` is the person's. */
export function presentGiven(row: GivenRow, timezone: string, now: EpochMs): GivenResource {
  return {
    ...presentShown(row),
    state: stateOf(row),
    groupName: row.groupName,
    message: row.message,
    dueOn: row.dueOn,
    overdue: isOverdue(row, timezone, now),
    assignedAt: toWire(row.assignedAt),
    viewedAt: toWire(row.viewedAt),
    completedAt: toWire(row.completedAt),
  }
}

/** What a group or a session was given; how far people are is for the coach alone. */
export function presentAssigned(row: GroupGivenRow, viewer: Actor): GroupResource {
  const counted = viewer.userType === 'coach'
  const { groupName, message, dueOn, assignedAt } = row
  return {
    assignmentId: row.assignmentId,
    resource: { ...presentShown(row), groupName, message, dueOn, assignedAt: toWire(assignedAt) },
    people: counted ? row.people : 0,
    viewed: counted ? row.viewed : 0,
    completed: counted ? row.completed : 0,
  }
}

/** Whom a resource was given to, from one row for each person that this reaches. */
export function presentReached(deps: Deps, reached: readonly ReachedRow[]): AssignmentDto[] {
  const assignments = new Map<string, AssignmentDto>()
  for (const row of reached) {
    const assignment = assignments.get(row.assignmentId) ?? {
      id: row.assignmentId,
      clientId: row.clientId,
      groupId: row.groupId,
      groupName: row.groupName,
      sessionId: row.sessionId,
      sessionStartsAt: toWire(row.sessionStartsAt),
      message: row.message,
      dueOn: row.dueOn,
      createdAt: toWire(row.createdAt),
      people: [],
    }
    assignments.set(row.assignmentId, assignment)
    if (row.personId === null) continue
    assignment.people.push({
      clientId: row.personId,
      name: row.name,
      lastName: row.lastName,
      photo: photoOf(deps, row.photoId),
      state: stateOf(row),
      viewedAt: toWire(row.viewedAt),
      completedAt: toWire(row.completedAt),
    })
  }
  return [...assignments.values()]
}
