import type { ClientDetail, ClientDto } from '#contract/clients.ts'
import { wire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { mayInvite } from '../../policy/client.policy.ts'
import { photoOf } from '../files/files.service.ts'
import { clientActions, statusAt } from './clients.domain.ts'
import type { ClientDetailRow, ClientRow } from './clients.repository.ts'

/** A client as their coach sees them. */
export function presentClient(deps: Deps, row: ClientRow, actor: CoachActor): ClientDto {
  const status = statusAt(row, deps.clock.now())
  return {
    id: row.id,
    name: row.name,
    lastName: row.lastName,
    fullName: `${row.name} ${row.lastName}`,
    email: row.email,
    role: row.role,
    status,
    photo: photoOf(deps, row.photoId),
    timezone: row.timezone,
    invitedAt: wire(row.invitedAt),
    acceptedAt: wire(row.acceptedAt),
    nextSessionAt: wire(row.nextSessionAt),
    lastSessionAt: wire(row.lastSessionAt),
    openActions: row.openActions,
    allowedActions: clientActions(status, mayInvite(actor)),
    createdAt: wire(row.createdAt),
    updatedAt: wire(row.updatedAt),
  }
}

/** One client alone, with what they wrote for their coach. */
export function presentClientDetail(deps: Deps, row: ClientDetailRow, actor: CoachActor): ClientDetail {
  return { ...presentClient(deps, row, actor), aboutMe: row.aboutMe, expectations: row.expectations }
}
