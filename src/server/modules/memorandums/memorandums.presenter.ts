import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { toWire } from '#contract/values.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import * as memorandumPolicy from '../../policy/work/memorandum.policy.ts'
import { photoOf } from '../files/files.service.ts'
import { titleFor } from '#server/modules/titles/titles.domain.ts'
import { groupOf, isOpen, isUntouched, memorandumActions, shortcutsOf } from './memorandums.domain.ts'
import type { MemorandumRow } from './memorandums.repository.ts'

/** A memorandum as its coach reads it on a date, with what they may do with it. */
export function presentMemorandum(
  deps: Deps,
  row: MemorandumRow,
  viewer: CoachActor,
  today: CalendarDate,
): MemorandumDto {
  const manages = memorandumPolicy.can(viewer, 'manage', row)
  const next = row.nextStatus === null ? undefined : { status: row.nextStatus, edits: row.nextEdits ?? 0 }
  return {
    id: row.id,
    description: row.description,
    date: row.dueOn,
    time: row.dueTime,
    timezone: row.timezone,
    dueAt: toWire(row.dueAt),
    priority: row.priority,
    recurrence: row.recurrence,
    status: row.status,
    group: groupOf(row, today),
    postponedFrom: row.postponedFrom?.dueOn ?? null,
    clientId: row.clientId,
    groupId: row.groupId,
    sessionId: row.sessionId,
    client: row.clientId && {
      id: row.clientId,
      name: row.clientName ?? '',
      fullName: `${row.clientName} ${row.clientLastName}`,
      photo: photoOf(deps, row.clientPhotoId),
    },
    aboutGroup: row.groupId && {
      id: row.groupId,
      name: row.groupName ?? '',
      photo: photoOf(deps, row.groupPhotoId),
    },
    session: sessionOf(deps, row, viewer),
    doneAt: toWire(row.doneAt),
    allowedActions: manages ? memorandumActions(row.status, isUntouched(next)) : [],
    postponeTo: manages && isOpen(row) ? shortcutsOf(row, today) : [],
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}

function sessionOf(deps: Deps, row: MemorandumRow, viewer: CoachActor): MemorandumDto['session'] {
  if (row.sessionId === null || row.sessionStartsAt === null) return null
  const titled = {
    title: row.sessionTitle,
    number: row.sessionNumber,
    coachName: '',
    clientName: row.sessionClientName,
    groupName: row.sessionGroupName,
  }
  const title = titleFor(titled, { side: 'coach', language: viewer.language }, deps.texts)
  return { id: row.sessionId, title, startsAt: toWire(row.sessionStartsAt) }
}
