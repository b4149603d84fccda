import type { SessionUser } from '#contract/account/auth.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { getMe } from '../auth/auth.service.ts'
import { type KeptPicture, type SentPicture, keepPicture } from '../files/files.service.ts'
import { setPicture } from '../files/pictures.service.ts'
import { recordUserChange } from '#server/modules/auth/user-changes.service.ts'
import { lockPerson, updatePerson } from './profiles.repository.ts'

/** POST: a person's own picture; replaces and deletes the previous one. */
export async function putPhoto(
  deps: Deps,
  actor: Actor,
  sent: SentPicture | undefined,
): Promise<SessionUser> {
  return setPhoto(deps, actor, await keepPicture(deps, actor.userId, sent, 'photo'))
}

/** DELETE: does nothing without a picture. */
export async function removePhoto(deps: Deps, actor: Actor): Promise<SessionUser> {
  return setPhoto(deps, actor, null)
}

async function setPhoto(deps: Deps, actor: Actor, picture: KeptPicture | null): Promise<SessionUser> {
  const { userId } = actor
  await setPicture(deps, picture, {
    ownerId: userId,
    lock: async (tx) => (await lockPerson(tx, userId)).photoId,
    store: (tx, photoId) => updatePerson(tx, userId, { photo_id: photoId }, deps.clock.now()),
    record: (tx) => recordUserChange(deps, tx, userId),
    answer: () => Promise.resolve(),
  })
  return (await getMe(deps, actor)).user
}
