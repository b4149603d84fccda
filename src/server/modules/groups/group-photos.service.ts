import { GROUP_PHOTO_FIELD, type GroupDetail } from '#contract/groups.ts'
import type { GroupId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { found } from '../../refusal.ts'
import {
  type KeptPicture,
  type SentPicture,
  dropBytes,
  keepPicture,
  replacePicture,
} from '../files/files.service.ts'
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

async function setPhoto(
  deps: Deps,
  actor: CoachActor,
  id: GroupId,
  picture: KeptPicture | null,
): Promise<GroupDetail> {
  const scope = scopeOf(actor)
  const { answer, replaced } = await deps.db.transaction().execute(async (tx) => {
    const { photoId } = found(await lockGroup(tx, scope, id), 'group.not_found')
    const before = await replacePicture(deps, tx, { ownerId: actor.coachId, picture, replaces: photoId })
    if (picture) await updateGroup(tx, scope, id, { photo_id: picture.id }, deps.clock.now())
    if (picture || before.length > 0) await recordOfGroup(deps, tx, actor, 'group.changed', id)
    return { answer: await answerGroup(deps, tx, actor, id), replaced: before }
  })
  await dropBytes(deps, replaced)
  return answer
}
