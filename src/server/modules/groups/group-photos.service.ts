import { GROUP_PHOTO_FIELD, type GroupDetail } from '#contract/groups.ts'
import type { GroupId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import type { SentPicture } from '../files/files.service.ts'
import { type FormPicture, putPicture, setPicture } from '../files/pictures.service.ts'
import { findGroup, lockGroup, updateGroup } from './groups.repository.ts'
import { answerGroup, recordOfGroup } from './groups.service.ts'

/** POST: the picture of a group. */
export function putGroupPhoto(
  deps: Deps,
  actor: CoachActor,
  id: GroupId,
  sent: SentPicture | undefined,
): Promise<GroupDetail> {
  return putPicture(deps, sent, photoOfGroup(deps, actor, id))
}

/** DELETE: does nothing without a picture. */
export function removeGroupPhoto(deps: Deps, actor: CoachActor, id: GroupId): Promise<GroupDetail> {
  return setPicture(deps, null, photoOfGroup(deps, actor, id))
}

function photoOfGroup(deps: Deps, actor: CoachActor, id: GroupId): FormPicture<GroupDetail> {
  const scope = scopeOf(actor)
  return {
    senderId: actor.userId,
    ownerId: actor.coachId,
    kind: 'groupPhoto',
    field: GROUP_PHOTO_FIELD,
    requireVisible: async () =>
      found(await findGroup(deps.db, scope, id, deps.clock.now()), 'group.not_found'),
    lock: async (tx) => found(await lockGroup(tx, scope, id), 'group.not_found').photoId,
    store: (tx, photoId) => updateGroup(tx, scope, id, { photo_id: photoId }, deps.clock.now()),
    record: (tx) => recordOfGroup(deps, tx, actor, 'group.changed', id),
    answer: (tx) => answerGroup(deps, tx, actor, id),
  }
}
