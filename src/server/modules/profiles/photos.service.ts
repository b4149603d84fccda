import type { SessionUser } from '#contract/account/auth.ts'
import type { FileId } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { getMe } from '../auth/auth.service.ts'
import {
  type KeptPicture,
  type SentPicture,
  dropBytes,
  keepPicture,
  replacePicture,
} from '../files/files.service.ts'
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
  const replaced: FileId[] = await deps.db.transaction().execute(async (tx) => {
    // Concurrent uploads wait for each other, so that the later one finds the row of the earlier.
    const { photoId } = await lockPerson(tx, userId)
    const before = await replacePicture(deps, tx, { ownerId: userId, picture, replaces: photoId })
    if (picture) await updatePerson(tx, userId, { photo_id: picture.id }, deps.clock.now())
    if (picture || before.length > 0) await recordUserChange(deps, tx, userId)
    return before
  })
  await dropBytes(deps, replaced)
  return (await getMe(deps, actor)).user
}
