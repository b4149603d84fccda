import type { ClientDetail, ClientDto, ClientRecord } from '#contract/clients.ts'
import { toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import * as practicePolicy from '../../policy/practice.policy.ts'
import { endIfAny } from '../auth/grace.domain.ts'
import { photoOf } from '../files/files.service.ts'
import { defaultTitle } from '#server/modules/titles/titles.domain.ts'
import type { ClientStepRow } from './client-steps.repository.ts'
import type { ClientDetailRow, ClientRow } from './client-records.repository.ts'
import { clientActions, statusAt } from './clients.domain.ts'
import { attentionAt, rhythmAt } from './list/rhythm.domain.ts'

/** A client as their coach sees them. */
export function presentClient(deps: Deps, row: ClientRow, actor: CoachActor): ClientDto {
  const now = deps.clock.now()
  const pace = { ...row, status: statusAt(row, now) }
  return {
    ...factsOf(deps, row),
    tags: row.tags,
    rhythm: rhythmAt(pace, now),
    attention: attentionAt(pace, now),
    allowedActions: clientActions(row, practicePolicy.can(actor, 'invite', actor), now),
  }
}

/** One client with the whole record. */
export function presentClientDetail(
  deps: Deps,
  row: ClientDetailRow,
  moves: readonly ClientStepRow[],
  actor: CoachActor,
): ClientDetail {
  const { source, emergencyContact } = row
  return {
    ...presentClient(deps, row, actor),
    ...detailsOf(row, deps.clock.now()),
    source,
    emergencyContact,
    moves: moves.map(({ untitled, ...move }) => ({
      ...move,
      at: toWire(move.at),
      text: untitled ? defaultTitle(untitled, actor.language, deps.texts) : move.text,
    })),
  }
}

/** What a client reads in their own record: without the fields that only the coach reads (product §20). */
export function presentOwnRecord(deps: Deps, row: ClientDetailRow): ClientRecord {
  return { ...factsOf(deps, row), ...detailsOf(row, deps.clock.now()) }
}

/** What both sides read. */
function factsOf(deps: Deps, row: ClientRow) {
  return {
    id: row.id,
    name: row.name,
    lastName: row.lastName,
    fullName: `${row.name} ${row.lastName}`,
    // What is there instead is nobody's.
    email: row.accountEndedAt === null ? row.email : '',
    role: row.role,
    status: statusAt(row, deps.clock.now()),
    photo: photoOf(deps, row.photoId),
    timezone: row.timezone,
    whatsapp: row.whatsapp,
    phone: row.phone,
    companyName: row.companyName,
    country: row.country,
    invitedAt: toWire(row.invitedAt),
    acceptedAt: toWire(row.acceptedAt),
    accountEnded: row.accountEndedAt !== null,
    nextSessionAt: toWire(row.nextSessionAt),
    lastSessionAt: toWire(row.lastSessionAt),
    openActions: row.openActions,
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}

function detailsOf(row: ClientDetailRow, now: EpochMs) {
  return {
    jobOcuppation: row.jobOccupation,
    city: row.city,
    startDate: row.startedOn,
    objective: row.objective,
    aboutMe: row.aboutMe,
    expectations: row.expectations,
    ownAccount: row.userId !== null,
    accountEndsAt:
      row.accountEndedAt === null ? toWire(endIfAny(row.accountEndsAt, row.accountDaysLeft, now)) : null,
  }
}
