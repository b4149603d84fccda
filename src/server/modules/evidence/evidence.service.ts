import type { Transaction } from 'kysely'
import { type ActionFiles, MOST_ACTION_FILES } from '#contract/actions/action-files.ts'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { ActionId, ResourceFileId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, ClientActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { getAction } from '../actions/actions.service.ts'
import { addressesOf } from '../resources/downloads.service.ts'
import { presentKept } from '../resources/resources.service.ts'
import * as uploads from '../resources/uploads.service.ts'
import * as evidence from './evidence.repository.ts'

// Files that show how an action went (product §12). Who writes how it went attaches them; both sides read them.

type Of = { actionId: ActionId; fileId: ResourceFileId }

/** GET: the finished files of an action, for its client and their coach. */
export async function listActionFiles(deps: Deps, actor: Actor, id: ActionId): Promise<ActionFiles> {
  return presentFiles(deps, actor, await getAction(deps, actor, id))
}

async function presentFiles(deps: Deps, actor: Actor, action: ActionDto): Promise<ActionFiles> {
  const files = await evidence.listFiles(deps.db, scopeOf(actor), action.id)
  return {
    files: files.flatMap(presentKept),
    canAttach: mayAttach(action),
    maxFileBytes: deps.config.resourceMaxBytes,
  }
}

const mayAttach = ({ allowedActions }: ActionDto) => allowedActions.includes('comment')

async function getOwn(deps: Deps, actor: ClientActor, id: ActionId): Promise<ActionDto> {
  const action = await getAction(deps, actor, id)
  if (!mayAttach(action)) throw new Refusal('action.wrong_state')
  return action
}

/**
 * POST: announces a file, which takes the space of the coach.
 * @throws Refusal `request.invalid` for its name, `action.wrong_state` once the process has ended, `action.files_full`,
 * `action.no_space`, `upload.too_large`
 */
export async function beginActionFile(
  deps: Deps,
  actor: ClientActor,
  actionId: ActionId,
  sent: uploads.Announcement,
) {
  await getOwn(deps, actor, actionId)
  const file = uploads.checkAnnouncement(deps, sent)
  return deps.db.transaction().execute(async (tx) => {
    // Of those that are announced at once, each sees the ones before it.
    const id = await uploads.announce(deps, tx, actor, file).catch(asClient)
    await requireRoom(tx, actor, actionId)
    await evidence.insertFile(tx, { fileId: id, actionId }, deps.clock.now())
    return { id, ...file }
  })
}

async function requireRoom(tx: Transaction<DB>, actor: ClientActor, actionId: ActionId): Promise<void> {
  if ((await evidence.countFiles(tx, scopeOf(actor), actionId)) >= MOST_ACTION_FILES) {
    throw new Refusal('action.files_full')
  }
}

// The space is the coach's, who can make room.
function asClient(error: unknown): never {
  throw error instanceof Refusal && error.code === 'resource.quota_exceeded'
    ? new Refusal('action.no_space')
    : error
}

/** POST finish: looks at the content and keeps it or forgets it. */
export async function finishActionFile(deps: Deps, actor: ClientActor, of: Of): Promise<ActionFiles> {
  const action = await getAction(deps, actor, of.actionId)
  const { deletedAt } = await findOwn(deps, actor, of)
  if (deletedAt !== null) throw new Refusal('resource.file_not_found')
  const tell = (tx: Transaction<DB>) => changed(deps, tx, actor, action)
  await uploads.finishUpload(deps, actor, of.fileId, { onKept: tell }).catch(asClient)
  return presentFiles(deps, actor, action)
}

/** DELETE: removes a file until it is restored; one that is not finished is forgotten with its bytes. */
export async function deleteActionFile(deps: Deps, actor: ClientActor, of: Of): Promise<void> {
  const action = await getOwn(deps, actor, of.actionId)
  const { deletedAt, mediaType } = await findOwn(deps, actor, of)
  if (deletedAt !== null) throw new Refusal('resource.file_not_found')
  if (mediaType === null) return uploads.cancelUpload(deps, actor, of.fileId)
  await deps.db.transaction().execute((tx) => setDeleted(deps, tx, actor, action, of, deps.clock.now()))
}

/** POST restore: puts it back. @throws Refusal `action.files_full` if others took its place */
export async function restoreActionFile(deps: Deps, actor: ClientActor, of: Of): Promise<ActionFiles> {
  const action = await getOwn(deps, actor, of.actionId)
  const { deletedAt } = await findOwn(deps, actor, of)
  if (deletedAt !== null) {
    await deps.db.transaction().execute(async (tx) => {
      await uploads.lockSpace(tx, actor)
      await requireRoom(tx, actor, of.actionId)
      await setDeleted(deps, tx, actor, action, of, null)
    })
  }
  return presentFiles(deps, actor, action)
}

/** GET: the addresses of a file for this person. */
export async function openActionFile(deps: Deps, actor: Actor, { actionId, fileId }: Of) {
  await getAction(deps, actor, actionId)
  const row = await evidence.findFile(deps.db, scopeOf(actor), actionId, fileId)
  const { mediaType, deletedAt } = found(row, 'resource.file_not_found')
  if (mediaType === null || deletedAt !== null) throw new Refusal('resource.file_not_found')
  return addressesOf(deps, actor, { fileId, mediaType })
}

/** Unties files of which the time to restore them is over: part of the daily purge. @returns how many */
export function forgetDeletedEvidence(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return evidence.removeDeleted(tx, before, most)
}

async function findOwn(deps: Deps, actor: ClientActor, { actionId, fileId }: Of) {
  return found(await evidence.findFile(deps.db, scopeOf(actor), actionId, fileId), 'resource.file_not_found')
}

async function setDeleted(
  deps: Deps,
  tx: Transaction<DB>,
  actor: ClientActor,
  action: ActionDto,
  { fileId }: Of,
  at: EpochMs | null,
): Promise<void> {
  await evidence.setDeleted(tx, fileId, at)
  await changed(deps, tx, actor, action)
}

function changed(deps: Deps, tx: Transaction<DB>, actor: ClientActor, { id, clientId }: ActionDto) {
  return record(deps, tx, {
    type: 'action.changed',
    coachId: actor.coachId,
    actorUserId: actor.userId,
    subjectId: id,
    payload: { clientId, by: 'client' },
  })
}
