import { type Kysely, type RawBuilder, type Transaction, type Updateable, sql } from 'kysely'
import type { ResourceListQuery, ResourceType } from '#contract/resources/resources.ts'
import type { ClientId, ResourceFileId, ResourceId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, type Scope, clientOf } from '../../policy/scope.ts'

/** A resource with its file, and how many people have it. */
export type ResourceRow = NonNullable<Awaited<ReturnType<typeof findResource>>>

/** A resource as a list has it. */
export type ListedResource = Omit<ResourceRow, 'body'>

/** The fields that a coach writes, by column. */
export type ResourceFields = Pick<
  Updateable<DB['resources']>,
  | 'title'
  | 'description'
  | 'category'
  | 'tags'
  | 'source'
  | 'status'
  | 'file_id'
  | 'url'
  | 'body'
  | 'body_text'
>

// A file that is somebody else's, or of another resource, is one that cannot be used.
const ofFile = {
  resources_file_unique: 'resource.file_not_found',
  resources_file_of_coach: 'resource.file_not_found',
} as const

/** @throws Refusal `resource.file_not_found` for a file that another resource has */
export async function insertResource(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  resource: ResourceFields & {
    id: ResourceId
    type: ResourceType
    title: string
    status: ResourceRow['status']
  },
  now: EpochMs,
): Promise<void> {
  const times = { created_at: toTimestamp(now), updated_at: toTimestamp(now) }
  const insert = tx
    .insertInto('resources')
    .values({ ...resource, coach_id: coachId, ...times })
    .execute()
  await refuseViolations(ofFile, insert)
}

/** An equal one that was added since then, if any. Those that are added at once have to wait for each other. */
export async function findRepeated(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  resource: ResourceFields & { type: ResourceType },
  since: EpochMs,
): Promise<ResourceId | undefined> {
  const { type, title, status, description, category, source, tags, file_id, url, body_text } = resource
  const found = await tx
    .selectFrom('resources')
    .where('coach_id', '=', coachId)
    .where('deleted_at', 'is', null)
    .where('created_at', '>', toTimestamp(since))
    .where('type', '=', type)
    .where('title', '=', title!)
    .where('status', '=', status!)
    .where('description', 'is not distinct from', description ?? null)
    .where('category', 'is not distinct from', category ?? null)
    .where('source', 'is not distinct from', source ?? null)
    // A list would be taken for several values.
    .where('tags', '=', sql<string[]>`${tags ?? []}::text[]`)
    .where('file_id', 'is not distinct from', file_id ?? null)
    .where('url', 'is not distinct from', url ?? null)
    .where('body_text', 'is not distinct from', body_text ?? null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** @throws Refusal `resource.file_not_found` for a file that another resource has */
export async function updateResource(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  id: ResourceId,
  fields: ResourceFields,
  now: EpochMs,
): Promise<void> {
  const update = tx
    .updateTable('resources')
    // Also of two edits within a millisecond, or by the clocks of two servers, the second is the newer version.
    .set({ ...fields, updated_at: sql`greatest(${toTimestamp(now)}, updated_at + interval '1 millisecond')` })
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .execute()
  await refuseViolations(ofFile, update)
}

/** Deletes a resource until it is restored, or restores it; false if it is not in that state. */
export async function setDeleted(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  id: ResourceId,
  at: EpochMs | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('resources')
    .set({ deleted_at: at === null ? null : toTimestamp(at) })
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The state of a resource, locked until the transaction ends: giving it and changing it wait for each other. */
export function lockResource(tx: Transaction<DB>, scope: CoachScope, id: ResourceId) {
  return lockedOne(tx, scope, id).select('status').executeTakeFirst()
}

/** All that an edit may change of a resource, and when it was edited last; locked in the same way. */
export function lockEdited(tx: Transaction<DB>, scope: CoachScope, id: ResourceId) {
  return lockedOne(tx, scope, id)
    .select(['type', 'title', 'description', 'category', 'tags', 'source', 'status'])
    .select(['file_id', 'url', 'body', 'body_text', 'updated_at as updatedAt'])
    .executeTakeFirst()
}

function lockedOne(tx: Transaction<DB>, { coachId }: CoachScope, id: ResourceId) {
  return tx
    .selectFrom('resources')
    .where('coach_id', '=', coachId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
}

/** One resource within the scope; for a client only one that they have now, and that is not a draft. */
export function findResource(db: Kysely<DB>, scope: Scope, id: ResourceId) {
  const clientId = clientOf(scope)
  return selectResources(db)
    .where('r.coach_id', '=', scope.coachId)
    .where('r.id', '=', id)
    .where('r.deleted_at', 'is', null)
    .$if(clientId !== undefined, (given) => given.where(isGivenTo(clientId!)))
    .select('r.body')
    .executeTakeFirst()
}

/** Whether `r` was given to a client: to them, or to a group that they are in. */
const isGivenTo = (clientId: ClientId) => sql<boolean>`r.status <> 'draft' and exists (
  select from resource_assignments a where a.resource_id = r.id and a.deleted_at is null and ${reaches(clientId)}
)`

/** Whether the assignment `a` reaches a client. */
export const reaches = (clientId: ClientId | RawBuilder<ClientId>) => sql<boolean>`(
  a.client_id = ${clientId}
  or a.group_id in (select m.group_id from group_members m where m.client_id = ${clientId} and m.status = 'active')
)`

/** What is looked for: a part of what is short, or words that a text has. */
type Search = {
  search?: string | undefined
  /** How the words begin, in lower case. */
  words: readonly string[]
}

/** What the index of parts finds by: three letters or digits in a row, once their accents are gone. */
const INDEXED = /[a-z\d]{3}/i

/**
 * Whether a search finds `r`: by a part of what is short, or by how words begin, each by its index. A part that its index
 * would find in everything is looked for in the practice alone.
 */
function isFound({ coachId }: CoachScope, { search = '', words }: Search) {
  const all = words.map((word) => sql`to_tsquery('simple', fold(${word}) || ':*')`)
  const inTexts = all.length > 0 ? sql`search_words @@ (${sql.join(all, sql` && `)})` : undefined
  if (INDEXED.test(search.normalize('NFD').replaceAll(/\p{M}/gu, ''))) {
    const inShort = sql`r.search_text like fold(${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`})`
    return inTexts ? sql<boolean>`(${inShort} or r.${inTexts})` : sql<boolean>`${inShort}`
  }
  const inShort = sql<boolean>`position(fold(${search}) in r.search_text) > 0`
  if (!inTexts) return inShort
  return sql<boolean>`(${inShort} or r.id in (
    select id from resources where coach_id = ${coachId} and deleted_at is null and ${inTexts}))`
}

/** A page of the library, without what its texts say, and how many there are in all. */
export async function listResources(
  db: Kysely<DB>,
  scope: CoachScope,
  { search, words, type, status, category, tag, sort, direction, items, page }: ResourceListQuery & Search,
): Promise<{ rows: ListedResource[]; total: number }> {
  const matching = db
    .selectFrom('resources as r')
    .where('r.coach_id', '=', scope.coachId)
    .where('r.deleted_at', 'is', null)
    .where('r.status', status ? '=' : '<>', status ?? 'archived')
    .$if(Boolean(search), (some) => some.where(isFound(scope, { search, words })))
    .$if(type !== undefined, (some) => some.where('r.type', '=', type!))
    .$if(Boolean(category), (some) => some.where('r.category', '=', category!))
    .$if(Boolean(tag), (some) => some.where(sql<boolean>`${tag} = any(r.tags)`))
  const order = sort === 'title' ? 'r.sort_title' : 'r.created_at'
  // Chosen first: who uses those of the pages before this one is not counted.
  const chosen = matching
    .select('r.id')
    .orderBy(order, direction)
    .orderBy('r.id', direction)
    .limit(items)
    .offset((page - 1) * items)
  const [rows, { total }] = await Promise.all([
    selectResources(db)
      .innerJoin(chosen.as('chosen'), 'chosen.id', 'r.id')
      .orderBy(order, direction)
      .orderBy('r.id', direction)
      .execute(),
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The categories and tags in use, for filters and suggestions. */
export async function listLabels(
  db: Kysely<DB>,
  { coachId }: CoachScope,
): Promise<{ categories: string[]; tags: string[] }> {
  // One look at each resource: many have the same labels.
  const { rows } = await sql<{ categories: string[]; tags: string[] }>`
    with used as materialized (
      select distinct category, tags from resources where coach_id = ${coachId} and deleted_at is null
    )
    select
      array(select category from used where category is not null group by category order by fold(category)) as categories,
      array(select tag from used, unnest(tags) as tag group by tag order by fold(tag)) as tags`.execute(db)
  return rows[0]!
}

/** Removes at most `most` resources that were deleted before an instant, with the rows of their files. @returns how many */
export async function removeDeleted(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const gone = await tx
    .deleteFrom('resources')
    .where('id', 'in', (query) =>
      query.selectFrom('resources').where('deleted_at', '<', toTimestamp(before)).select('id').limit(most),
    )
    .returning('file_id as fileId')
    .execute()
  const fileIds = gone.flatMap(({ fileId }) => fileId ?? [])
  if (fileIds.length > 0) await tx.deleteFrom('resource_files').where('id', 'in', fileIds).execute()
  return gone.length
}

/** Removes the row of a file that a resource had; answers the ids of its bytes. */
export async function removeFile(tx: Transaction<DB>, id: ResourceFileId): Promise<string[]> {
  const row = await tx.deleteFrom('resource_files').where('id', '=', id).returning('parts').executeTakeFirst()
  return row?.parts ?? []
}

/** All that is read of a resource but its text, which is long. */
function selectResources(db: Kysely<DB>) {
  return db
    .selectFrom('resources as r')
    .leftJoin('resource_files as f', 'f.id', 'r.file_id')
    .select([
      'r.id',
      'r.coach_id as coachId',
      'r.type',
      'r.title',
      'r.description',
      'r.category',
      'r.tags',
      'r.source',
      'r.status',
      'r.url',
      'r.created_at as createdAt',
      'r.updated_at as updatedAt',
      'r.file_id as fileId',
      'f.name as fileName',
      'f.media_type as mediaType',
      'f.byte_size as byteSize',
      sql<number>`(
        select count(distinct person) from resource_assignments a
        left join group_members m on m.group_id = a.group_id and m.status = 'active',
        coalesce(a.client_id, m.client_id) as person
        where a.resource_id = r.id and a.deleted_at is null
      )`.as('usedBy'),
    ])
}
