import { GROUP_PHOTO_FIELD, type GroupDetail } from '#contract/groups.ts'
import type { GroupId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import { type KeptPicture, type SentPicture, keepPicture } from '../files/files.service.ts'
import { setPicture } from '../files/pictures.service.ts'
import { findGroup, lockGroup, updateGroup } from './groups.repository.ts'
import { answerGroup, recordOfGroup } from './groups.service.ts'

/** POST: the picture of a group; replaces and deletes the previous one. */
export async function putGroupPhoto(
  deps: Deps,
  actor: CoachActor,
  id: GroupId,
  sent: SentPicture | undefined,
): Promise<GroupDetail> {
  // Before any bytes are stored, so that nobody stores pictures for another coach's group.
  found(await findGroup(deps.db, scopeOf(actor), id, deps.clock.now()), 'group.not_found')
  return setPhoto(
    deps,
    actor,
    id,
    await keepPicture(deps, actor.userId, sent, 'groupPhoto', GROUP_PHOTO_FIELD),
  )
}

/** DELETE: does nothing without a picture. */
export function removeGroupPhoto(deps: Deps, actor: CoachActor, id: GroupId): Promise<GroupDetail> {
  return setPhoto(deps, actor, id, null)
}

function setPhoto(
  deps: Deps,
  actor: CoachActor,
  id: GroupId,
  picture: KeptPicture | null,
): Promise<GroupDetail> {
  const scope = scopeOf(actor)
  return setPicture(deps, picture, {
    ownerId: actor.coachId,
    lock: async (tx) => found(await lockGroup(tx, scope, id), 'group.not_found').photoId,
    store: (tx, photoId) => updateGroup(tx, scope, id, { photo_id: photoId }, deps.clock.now()),
    record: (tx) => recordOfGroup(deps, tx, actor, 'group.changed', id),
    answer: (tx) => answerGroup(deps, tx, actor, id),
  })
}
