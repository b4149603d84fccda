import type { Interval } from '#time/interval.ts'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { SessionGoal } from '#contract/goals/check-ins.ts'
import { modalityOf } from '#contract/sessions/channels.ts'
import { MOST_REAL_MINUTES } from '#contract/sessions/sessions.ts'
import type { Party, SessionDto, SessionListItem, IsoInterval } from '#contract/sessions/sessions.ts'
import { toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { seesPrivateNotes } from '../../policy/session.policy.ts'
import { photoOf } from '../files/files.service.ts'
import { allowedActions, needsReason } from './lifecycle.domain.ts'
import { minutesTogether, ofSessionAt, timesOf } from './records/call-times.domain.ts'
import { expiryOfSession, isBeforeAcceptance, phaseOf } from './sessions.domain.ts'
import type { SessionRecord, SessionRow } from './sessions.repository.ts'
import { titleFor } from '#server/modules/titles/titles.domain.ts'

/** The viewer of a session: side, language, the time, and whether the practice is paid for. */
export type Viewer = { side: 'coach' | 'client'; language: string; now: EpochMs; paid: boolean }

/** The viewer of a request. */
export function viewerOf(deps: Deps, actor: Actor): Viewer {
  return { side: actor.userType, language: actor.language, now: deps.clock.now(), paid: actor.paid }
}

/** A session in a list. */
export function presentListItem(deps: Deps, row: SessionRow, viewer: Viewer): SessionListItem {
  const { side, now, paid } = viewer
  return {
    id: row.id,
    type: row.type,
    coachId: row.coachId,
    clientId: row.clientId,
    groupId: row.groupId,
    coach: {
      id: row.coachId,
      name: row.coachName,
      lastName: row.coachLastName,
      photo: photoOf(deps, row.coachPhotoId),
      timezone: row.coachTimezone,
    },
    client: presentClient(deps, row),
    group:
      row.groupId === null
        ? null
        : { id: row.groupId, name: row.groupName!, photo: photoOf(deps, row.groupPhotoId) },
    seriesId: row.seriesId,
    title: titleFor(row, viewer, deps.texts),
    objective: row.objective,
    startsAt: toWire(row.startsAt),
    endsAt: toWire(row.endsAt),
    timezone: row.timezone,
    modality: modalityOf(row.channel),
    channel: row.channel,
    meetingUrl: row.meetingUrl,
    place: row.place,
    status: row.status,
    phase: phaseOf(row, now),
    moveRequest:
      row.moveStartsAt === null
        ? null
        : {
            startsAt: toWire(row.moveStartsAt),
            endsAt: toWire(row.moveEndsAt!),
            at: toWire(row.moveAskedAt!),
          },
    excused: row.ownAttendance === 'excused',
    allowedActions: allowedActions(row, side, { paid, process: row.process, group: row.groupStatus }, now),
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}

/** What other modules know of a session, as its viewer may see it. */
export type SessionWork = { actions: ActionDto[]; goals: SessionGoal[] }

/** A session with its record; the private notes only for a coach. */
export function presentSession(
  deps: Deps,
  record: SessionRecord,
  { actions, goals }: SessionWork,
  viewer: Viewer,
): SessionDto {
  const inCall = ofSessionAt(record.callStays, record.startsAt)
  const minutes = viewer.side === 'coach' ? minutesTogether(inCall) : 0
  return {
    ...presentListItem(deps, record, viewer),
    cancellation:
      record.cancelledBy === null
        ? null
        : {
            by: record.cancelledBy,
            at: toWire(record.cancelledAt!),
            reason: record.cancelReason!,
            late: record.cancelLate!,
          },
    declinedMove: declinedMoveOf(record),
    awaitsAcceptance: viewer.side === 'coach' && isBeforeAcceptance(record.process),
    first: record.first,
    proposals: record.status === 'proposed' ? record.proposals.map(presentSpan) : [],
    expiresAt: toWire(expiryOfSession(record)),
    agenda: record.agenda,
    attendance: record.attendance.map(({ photoId, joinedAt, leftAt, ...person }) => {
      const times = timesOf(inCall, person.personId)
      return {
        ...person,
        photo: photoOf(deps, photoId),
        joinedAt: toWire(joinedAt ?? times?.joinedAt ?? null),
        leftAt: toWire(leftAt ?? times?.leftAt ?? null),
      }
    }),
    call: minutes > 0 ? { minutes: Math.min(minutes, MOST_REAL_MINUTES) } : null,
    preparations: record.preparations.map((each) => ({ ...each, updatedAt: toWire(each.updatedAt) })),
    feedback: record.feedback.map((each) => ({ ...each, updatedAt: toWire(each.updatedAt) })),
    closing: presentClosing(record, viewer),
    actions,
    goals,
  }
}

function presentClient(deps: Deps, row: SessionRow): Party | null {
  if (row.clientId === null) return null
  return {
    id: row.clientId,
    name: row.clientName!,
    lastName: row.clientLastName!,
    photo: photoOf(deps, row.clientPhotoId),
    timezone: row.clientTimezone!,
  }
}

/** Only for a session that is still confirmed; otherwise it is irrelevant. */
function declinedMoveOf({ status, declinedMove }: SessionRecord): SessionDto['declinedMove'] {
  return status === 'confirmed' && declinedMove ? { ...declinedMove, at: toWire(declinedMove.at) } : null
}

function presentSpan({ startsAt, endsAt }: Interval): IsoInterval {
  return { startsAt: toWire(startsAt), endsAt: toWire(endsAt) }
}

function presentClosing(record: SessionRecord, viewer: Viewer): SessionDto['closing'] {
  if (record.outcome === null) return null
  return {
    outcome: record.outcome,
    realMinutes: record.realMinutes!,
    summary: record.summary!,
    ...(seesPrivateNotes(viewer.side) && { privateNotes: record.privateNotes ?? '' }),
    closedAt: toWire(record.closedAt!),
    correctedAt: toWire(record.correctedAt),
    needsReason: needsReason(record.closedAt!, viewer.now),
  }
}
