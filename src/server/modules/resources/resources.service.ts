import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { type RichText, plainText } from '#contract/rich-text/rich-text.ts'
import type {
  NewResourceBody,
  ResourceBody,
  ResourceDetail,
  ResourceFileDto,
  ResourceListQuery,
  ResourceType,
} from '#contract/resources/resources.ts'
import type { ResourceFileId, ResourceId } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { keptList, keptText } from '#server/modules/users/kept-text.domain.ts'
import { fits } from './file-kinds.domain.ts'
import { repeatsSince } from '../actions/actions.domain.ts'
import { countProgress, findGiven } from './given.repository.ts'
import * as files from './resource-files.repository.ts'
import { contentErrors, wordsInTexts } from './resources.domain.ts'
import { presentFile, presentResource, presentToCoach, presentToPerson } from './resources.presenter.ts'
import * as resources from './resources.repository.ts'
import { dropParts } from './uploads.service.ts'

/**
 * POST: adds a resource. The same one again, as when an answer was lost, is the one that was added.
 * @throws Refusal `resource.file_not_found`, `resource.file_kind`; a content of another type
 */
export function createResource(
  deps: Deps,
  actor: CoachActor,
  { type, title, status, ...body }: NewResourceBody,
): Promise<ResourceDetail> {
  const { fileId = null, url = null } = body
  const text = textColumns(body.body)
  refuseFields(contentErrors(type, { fileId, url, body: text.body_text }))
  const content = { file_id: fileId, url, ...text }
  const fields = { ...fieldsOf(body), ...content, type, title: title.normalize('NFC'), status }
  const [scope, now] = [scopeOf(actor), deps.clock.now()]
  return deps.db.transaction().execute(async (tx) => {
    await files.lockSpace(tx, scope)
    const repeated = await resources.findRepeated(tx, scope, fields, repeatsSince(now))
    if (repeated !== undefined) return answerResource(deps, tx, actor, repeated)
    await requireFile(tx, actor, type, fileId)
    const id = deps.newId<ResourceId>()
    await resources.insertResource(tx, scope, { ...fields, id }, now)
    await recordChange(deps, tx, actor, id)
    return answerResource(deps, tx, actor, id)
  })
}

/** GET: one resource for its coach, or for a person who has it. */
export function getResource(deps: Deps, actor: Actor, id: ResourceId): Promise<ResourceDetail> {
  return answerResource(deps, deps.db, actor, id)
}

/**
 * PUT: changes the given fields. A new file or address takes the place of the one before, whose bytes are forgotten. What
 * is stored already changes nothing, whatever it was written on, so a save whose answer was lost can be repeated.
 * @throws Refusal `resource.not_found`, `resource.file_not_found`, `resource.file_kind`; a content of another type;
 * `resource.conflict` if it was edited after what these fields were written on
 */
export async function putResource(
  deps: Deps,
  actor: CoachActor,
  id: ResourceId,
  { basedOn, ...sent }: ResourceBody,
): Promise<ResourceDetail> {
  const scope = scopeOf(actor)
  const { answer, replaced } = await deps.db.transaction().execute(async (tx) => {
    const before = found(await resources.lockEdited(tx, scope, id), 'resource.not_found')
    const fields = editedFields(before, sent)
    if (isStored(fields, before)) return { answer: await answerResource(deps, tx, actor, id), replaced: [] }
    if (basedOn !== undefined && fromIso(basedOn) < before.updatedAt) throw new Refusal('resource.conflict')
    const { file_id: fileId } = fields
    if (fileId !== null && fileId !== before.file_id) await requireFile(tx, actor, before.type, fileId)
    await resources.updateResource(tx, scope, id, fields, deps.clock.now())
    const gone = before.file_id !== null && before.file_id !== fileId ? before.file_id : null
    const parts = gone === null ? [] : await resources.removeFile(tx, gone)
    await recordChange(deps, tx, actor, id)
    return { answer: await answerResource(deps, tx, actor, id), replaced: parts }
  })
  await dropParts(deps, replaced)
  return answer
}

type Edited = NonNullable<Awaited<ReturnType<typeof resources.lockEdited>>>

/** The columns after an edit; undefined for those that stay. @throws Refusal for a content of another type */
function editedFields(before: Edited, { title, status, ...body }: Omit<ResourceBody, 'basedOn'>) {
  const { fileId, url } = placeAfter({ fileId: before.file_id, url: before.url }, body)
  const text = body.body === undefined ? undefined : textColumns(body.body)
  const words = text === undefined ? before.body_text : text.body_text
  refuseFields(contentErrors(before.type, { fileId, url, body: words }))
  return { ...fieldsOf(body), ...text, file_id: fileId, url, title: title?.normalize('NFC'), status }
}

function isStored({ body, ...fields }: ReturnType<typeof editedFields>, before: Edited): boolean {
  const wanted = { ...fields, body: typeof body === 'string' ? (JSON.parse(body) as RichText) : body }
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, before[name as keyof typeof before]),
  )
}

type Place = { fileId: ResourceFileId | null; url: string | null }

// Of a video either its file or its address: the one that is sent takes the other's place.
function placeAfter(before: Place, sent: ResourceBody): Place {
  if (sent.fileId && !sent.url) return { fileId: sent.fileId, url: null }
  if (sent.url && !sent.fileId) return { fileId: null, url: sent.url }
  return { fileId: sent.fileId ?? before.fileId, url: sent.url ?? before.url }
}

/** A text with its words, which searches compare; neither of a text without words. */
function textColumns(document: RichText | undefined): { body: string | null; body_text: string | null } {
  const words = document === undefined ? '' : plainText(document).normalize('NFC')
  if (words.trim() === '') return { body: null, body_text: null }
  return { body: JSON.stringify(document), body_text: words }
}

async function requireFile(
  tx: Transaction<DB>,
  actor: CoachActor,
  type: ResourceType,
  id: ResourceFileId | null,
): Promise<void> {
  if (id === null) return
  const { mediaType, isOfMessage } = found(
    await files.findFile(tx, scopeOf(actor), id),
    'resource.file_not_found',
  )
  if (mediaType === null || isOfMessage) throw new Refusal('resource.file_not_found')
  if (!fits(type, mediaType)) throw new Refusal('resource.file_kind', { fileId: `file_not_${type}` })
}

/** DELETE: takes a resource from everybody until it is restored. */
export async function deleteResource(deps: Deps, actor: CoachActor, id: ResourceId): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const isDeleted = await resources.setDeleted(tx, scopeOf(actor), id, deps.clock.now())
    if (!isDeleted) throw new Refusal('resource.not_found')
    await recordChange(deps, tx, actor, id)
  })
}

/** POST restore: puts it back, for everybody who had it. */
export function restoreResource(deps: Deps, actor: CoachActor, id: ResourceId): Promise<ResourceDetail> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await resources.setDeleted(tx, scopeOf(actor), id, null))) throw new Refusal('resource.not_found')
    await recordChange(deps, tx, actor, id)
    return answerResource(deps, tx, actor, id)
  })
}

/** GET: a page of the library, with what is left of its space. */
export async function listResources(deps: Deps, actor: CoachActor, query: ResourceListQuery) {
  const scope = scopeOf(actor)
  const search = query.search?.normalize('NFC')
  const words = wordsInTexts(search ?? '')
  const [{ rows, total }, usedBytes] = await Promise.all([
    resources.listResources(deps.db, scope, { ...query, search, words }),
    files.sumBytes(deps.db, scope),
  ])
  const { resourceQuotaBytes: quotaBytes, resourceMaxBytes: maxFileBytes } = deps.config
  const { page, items } = query
  const space = { usedBytes, quotaBytes, maxFileBytes }
  return { data: rows.map(presentResource), total, page, items, space }
}

/** GET: the categories and tags in use. */
export function listLabels(deps: Deps, actor: CoachActor) {
  return resources.listLabels(deps.db, scopeOf(actor))
}

/** Removes resources of which the time to restore them is over: part of the daily purge. @returns how many */
export function forgetDeletedResources(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return resources.removeDeleted(tx, before, most)
}

/** One resource as this person sees it now, read through `db`. @throws Refusal `resource.not_found` */
export async function answerResource(
  deps: Deps,
  db: Deps['db'],
  actor: Actor,
  id: ResourceId,
): Promise<ResourceDetail> {
  const scope = scopeOf(actor)
  const row = found(await resources.findResource(db, scope, id), 'resource.not_found')
  if (actor.userType === 'coach') {
    return presentToCoach(row, await countProgress(db, scopeOf(actor), id), actor)
  }
  const given = found(await findGiven(db, scope, actor.clientId, id), 'resource.not_found')
  return presentToPerson(row, given, actor.timezone, deps.clock.now())
}

function recordChange(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, userId }: CoachActor,
  subjectId: ResourceId,
): Promise<void> {
  return record(deps, tx, { type: 'resource.changed', coachId, actorUserId: userId, subjectId, payload: {} })
}

function fieldsOf(body: ResourceBody): resources.ResourceFields {
  return {
    description: keptText(body.description),
    category: keptText(body.category),
    source: keptText(body.source),
    tags: keptList(body.tags),
  }
}

/** A file as it is sent; nothing of one that is not finished. */
export function presentKept(file: {
  id: ResourceFileId
  name: string
  mediaType: string | null
  byteSize: number
}): ResourceFileDto[] {
  const { mediaType } = file
  return mediaType === null ? [] : [presentFile({ ...file, mediaType })]
}
