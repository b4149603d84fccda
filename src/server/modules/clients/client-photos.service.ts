import type { ClientDetail } from '#contract/clients.ts'
import { CLIENT_PHOTO_FIELD } from '#contract/clients.ts'
import type { ClientId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import { type KeptPicture, type SentPicture, keepPicture } from '../files/files.service.ts'
import { setPicture } from '../files/pictures.service.ts'
import { findClient } from './client-records.repository.ts'
import { answerClient, recordOfClient } from './clients.service.ts'
import * as clients from './clients.repository.ts'

/** POST: the coach's picture of a client; replaces and deletes the previous one. */
export async function putClientPhoto(
  deps: Deps,
  actor: CoachActor,
  id: ClientId,
  sent: SentPicture | undefined,
): Promise<ClientDetail> {
  // Check access first, so that nobody makes us decode a picture for another coach's client.
  found(await findClient(deps.db, scopeOf(actor), id, deps.clock.now()), 'client.not_found')
  return setPhoto(
    deps,
    actor,
    id,
    await keepPicture(deps, actor.userId, sent, 'clientPhoto', CLIENT_PHOTO_FIELD),
  )
}

/** DELETE: does nothing without a picture. The person's own picture can only be removed by them. */
export function removeClientPhoto(deps: Deps, actor: CoachActor, id: ClientId): Promise<ClientDetail> {
  return setPhoto(deps, actor, id, null)
}

function setPhoto(
  deps: Deps,
  actor: CoachActor,
  id: ClientId,
  picture: KeptPicture | null,
): Promise<ClientDetail> {
  const scope = scopeOf(actor)
  return setPicture(deps, picture, {
    ownerId: actor.coachId,
    lock: async (tx) => found(await clients.lockClient(tx, scope, id), 'client.not_found').photoId,
    store: (tx, photoId) => clients.updatePhoto(tx, scope, id, photoId, deps.clock.now()),
    record: (tx) => recordOfClient(deps, tx, actor, 'client.changed', id),
    answer: (tx) => answerClient(deps, tx, actor, id),
  })
}
