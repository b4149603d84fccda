import type { ClientDetail } from '#contract/clients.ts'
import { CLIENT_PHOTO_FIELD } from '#contract/clients.ts'
import type { ClientId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import type { SentPicture } from '../files/files.service.ts'
import { type FormPicture, putPicture, setPicture } from '../files/pictures.service.ts'
import { findClient } from './client-records.repository.ts'
import { answerClient, recordOfClient } from './clients.service.ts'
import * as clients from './clients.repository.ts'

/** POST: the coach's picture of a client. */
export function putClientPhoto(
  deps: Deps,
  actor: CoachActor,
  id: ClientId,
  sent: SentPicture | undefined,
): Promise<ClientDetail> {
  return putPicture(deps, sent, photoOfClient(deps, actor, id))
}

/** DELETE: does nothing without a picture. The person's own picture can only be removed by them. */
export function removeClientPhoto(deps: Deps, actor: CoachActor, id: ClientId): Promise<ClientDetail> {
  return setPicture(deps, null, photoOfClient(deps, actor, id))
}

function photoOfClient(deps: Deps, actor: CoachActor, id: ClientId): FormPicture<ClientDetail> {
  const scope = scopeOf(actor)
  return {
    senderId: actor.userId,
    ownerId: actor.coachId,
    kind: 'clientPhoto',
    field: CLIENT_PHOTO_FIELD,
    requireVisible: async () =>
      found(await findClient(deps.db, scope, id, deps.clock.now()), 'client.not_found'),
    lock: async (tx) => {
      const { photoId, accountEndedAt } = found(await clients.lockClient(tx, scope, id), 'client.not_found')
      if (accountEndedAt !== null) throw new Refusal('client.account_ended')
      return photoId
    },
    store: (tx, photoId) => clients.updatePhoto(tx, scope, id, photoId, deps.clock.now()),
    record: (tx) => recordOfClient(deps, tx, actor, 'client.changed', id),
    answer: (tx) => answerClient(deps, tx, actor, id),
  }
}
