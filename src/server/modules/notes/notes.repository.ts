import { type Kysely, type SelectQueryBuilder, type Transaction, sql } from 'kysely'
import type { RichText } from '#contract/rich-text/rich-text.ts'
import type { NoteTemplate } from '#contract/notes/notes.ts'
import type { ClientId, GoalId, GroupId, NoteId, PageQuery, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, type Scope, clientOf } from '../../policy/scope.ts'

/** A note without what it says, with the name of whom it is about. */
export type NoteItemRow = Awaited<ReturnType<typeof listNotes>>['rows'][number]
export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>

/** Whom notes are about. */
export type About = { clientId: ClientId } | { groupId: GroupId }

export type NewNote = {
  id: NoteId
  clientId: ClientId | null
  groupId: GroupId | null
  template: NoteTemplate
  title: string
  body: RichText
  text: string
  tags: readonly string[]
  pinned: boolean
  sessionId: SessionId | null
  goalId: GoalId | null
}

/** Adds a note; nothing if there is one of its id. */
export async function insertNote(
  tx: Transaction<DB>,
  scope: CoachScope,
  note: NewNote,
  now: EpochMs,
): Promise<boolean> {
  const at = toTimestamp(now)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notes')
    .values({
      id: note.id,
      coach_id: scope.coachId,
      client_id: note.clientId,
      group_id: note.groupId,
      title: note.title,
      body: JSON.stringify(note.body),
      body_text: note.text,
      template: note.template,
      visibility: 'private',
      session_id: note.sessionId,
      goal_id: note.goalId,
      tags: [...note.tags],
      pinned: note.pinned,
      revision: 1,
      versioned_at: at,
      written_at: at,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether a person or a group is in the scope; for a client: they themselves, or a group they are in. */
export async function hasAbout(db: Kysely<DB>, scope: Scope, about: About): Promise<boolean> {
  const own = clientOf(scope)
  const query =
    'clientId' in about
      ? db
          .selectFrom('clients')
          .where('coach_id', '=', scope.coachId)
          .where('id', '=', about.clientId)
          .$if(own !== undefined, (only) => only.where('id', '=', own!))
          .select('id')
      : db
          .selectFrom('groups')
          .where('coach_id', '=', scope.coachId)
          .where('id', '=', about.groupId)
          .$if(own !== undefined, (only) => only.where('id', 'in', groupsOf(db, own!)))
          .select('id')
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether a session is one of the person or the group that a note is about, those of the person's groups included. */
export async function isSessionOf(
  db: Kysely<DB>,
  scope: CoachScope,
  about: About,
  sessionId: SessionId,
): Promise<boolean> {
  const session = await db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.id', '=', sessionId)
    .where((eb) =>
      'groupId' in about
        ? eb('s.group_id', '=', about.groupId)
        : eb.or([
            eb('s.client_id', '=', about.clientId),
            eb('s.group_id', 'in', groupsOf(db, about.clientId)),
          ]),
    )
    .select('s.id')
    .executeTakeFirst()
  return session !== undefined
}

/** Whether a goal is one of the person or the group that a note is about, those of the person's groups included. */
export async function isGoalOf(
  db: Kysely<DB>,
  scope: CoachScope,
  about: About,
  goalId: GoalId,
): Promise<boolean> {
  const goal = await db
    .selectFrom('goals as g')
    .where('g.coach_id', '=', scope.coachId)
    .where('g.id', '=', goalId)
    .where('g.deleted_at', 'is', null)
    .where((eb) =>
      'groupId' in about
        ? eb('g.group_id', '=', about.groupId)
        : eb.or([
            eb('g.client_id', '=', about.clientId),
            eb('g.group_id', 'in', groupsOf(db, about.clientId)),
          ]),
    )
    .select('g.id')
    .executeTakeFirst()
  return goal !== undefined
}

export function findNote(db: Kysely<DB>, scope: Scope, id: NoteId) {
  return withWords(
    notesOf(db, scope).where('n.id', '=', id).where('n.deleted_at', 'is', null),
  ).executeTakeFirst()
}

/** The note, locked until the transaction ends; a deleted one only if asked for. */
export function lockNote(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: NoteId,
  which: 'kept' | 'deleted' = 'kept',
) {
  return withWords(notesOf(tx, scope).where('n.id', '=', id))
    .where('n.deleted_at', which === 'kept' ? 'is' : 'is not', null)
    .forUpdate('n')
    .executeTakeFirst()
}

/** What of a note is changed. */
export type NoteChange = {
  title?: string
  body?: RichText
  text?: string
  tags?: string[]
  pinned?: boolean
  sessionId?: SessionId | null
  goalId?: GoalId | null
  sharedAt?: EpochMs | null
  revision?: number
  writtenAt?: EpochMs
  versionedAt?: EpochMs
  deletedAt?: EpochMs | null
}

export async function updateNote(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: NoteId,
  { title, body, text, tags, pinned, revision, ...change }: NoteChange,
  now: EpochMs,
): Promise<void> {
  const { sessionId, goalId, sharedAt, writtenAt, versionedAt, deletedAt } = change
  await tx
    .updateTable('notes')
    .set({
      updated_at: toTimestamp(now),
      ...(title !== undefined && { title }),
      ...(body && { body: JSON.stringify(body) }),
      ...(text !== undefined && { body_text: text }),
      ...(tags && { tags }),
      ...(pinned !== undefined && { pinned }),
      ...(revision !== undefined && { revision }),
      ...(sessionId !== undefined && { session_id: sessionId }),
      ...(goalId !== undefined && { goal_id: goalId }),
      ...(sharedAt !== undefined && {
        visibility: sharedAt === null ? ('private' as const) : ('shared' as const),
        shared_at: sharedAt === null ? null : toTimestamp(sharedAt),
      }),
      ...(writtenAt !== undefined && { written_at: toTimestamp(writtenAt) }),
      ...(versionedAt !== undefined && { versioned_at: toTimestamp(versionedAt) }),
      ...(deletedAt !== undefined && { deleted_at: deletedAt === null ? null : toTimestamp(deletedAt) }),
    })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

export type NoteFilter = {
  tag?: string | undefined
  sessionId?: SessionId | undefined
  pinned?: boolean | undefined
}

/**
 * A page of the notes about somebody within the scope, pinned ones first, then by age, and how many there are. A client
 * also finds those of their groups among their own, and reads nothing of pins.
 */
export async function listNotes(
  db: Kysely<DB>,
  scope: Scope,
  about: About,
  { tag, sessionId, pinned }: NoteFilter,
  { direction, items, page }: PageQuery,
) {
  const isCoach = clientOf(scope) === undefined
  const matching = notesAbout(db, scope, about)
    .$if(tag !== undefined, (some) => some.where(sql<boolean>`${tag!} = any(n.tags)`))
    .$if(sessionId !== undefined, (some) => some.where('n.session_id', '=', sessionId!))
    .$if(pinned !== undefined && isCoach, (some) => some.where('n.pinned', '=', pinned!))
  const [rows, { total }] = await Promise.all([
    matching
      .select(ITEM)
      .$if(isCoach, (ordered) => ordered.orderBy('n.pinned', 'desc'))
      .orderBy('n.written_at', direction === 'asc' ? 'desc' : 'asc')
      .orderBy('n.id', direction)
      .limit(items)
      .offset((page - 1) * items)
      .execute(),
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The tags of the notes about somebody, in order. */
export async function listTags(db: Kysely<DB>, scope: CoachScope, about: About): Promise<string[]> {
  const tags = await notesAbout(db, scope, about)
    .select(sql<string>`unnest(n.tags)`.as('tag'))
    .distinct()
    .execute()
  return tags.map(({ tag }) => tag).toSorted((a, b) => a.localeCompare(b, 'es'))
}

/** Removes at most `most` notes that were deleted before an instant, with their versions. @returns how many */
export async function forgetNotes(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('notes')
    .where('id', 'in', (query) =>
      query.selectFrom('notes').where('deleted_at', '<', toTimestamp(before)).select('id').limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The columns of a note in a list. Only the beginning of a long text is read. */
export const ITEM = [
  'n.id',
  'n.coach_id as coachId',
  'n.client_id as clientId',
  'n.group_id as groupId',
  'n.title',
  sql<string>`left(n.body_text, 700)`.as('text'),
  'n.template',
  'n.visibility',
  'n.shared_at as sharedAt',
  'n.session_id as sessionId',
  'session.starts_at as sessionStartsAt',
  'n.goal_id as goalId',
  'goal.title as goalTitle',
  // What is the person's own: nobody loses it by leaving a group, or finds it by joining one.
  sql<boolean | null>`session.client_id = n.client_id`.as('isSessionTheirs'),
  sql<boolean | null>`goal.client_id = n.client_id`.as('isGoalTheirs'),
  'n.tags',
  'n.pinned',
  'n.revision',
  'n.written_at as writtenAt',
  'n.created_at as createdAt',
  sql<string>`coalesce(client.name || ' ' || client.last_name, grp.name)`.as('aboutName'),
] as const

/**
 * The base of every query of notes: all of a practice; of a client the shared ones, their own and those of the groups they
 * are in. Leaving a group ends the access at once (product §7).
 */
export function notesOf(db: Kysely<DB>, scope: Scope) {
  const own = clientOf(scope)
  return db
    .selectFrom('notes as n')
    .leftJoin('clients as client', 'client.id', 'n.client_id')
    .leftJoin('groups as grp', 'grp.id', 'n.group_id')
    .leftJoin('sessions as session', 'session.id', 'n.session_id')
    .leftJoin('goals as goal', (join) =>
      join
        .onRef('goal.id', '=', 'n.goal_id')
        .onRef('goal.coach_id', '=', 'n.coach_id')
        .on('goal.deleted_at', 'is', null),
    )
    .where('n.coach_id', '=', scope.coachId)
    .$if(own !== undefined, (read) =>
      read
        .where('n.visibility', '=', 'shared')
        .where((eb) => eb.or([eb('n.client_id', '=', own!), eb('n.group_id', 'in', groupsOf(db, own!))])),
    )
}

function notesAbout(db: Kysely<DB>, scope: Scope, about: About) {
  const kept = notesOf(db, scope).where('n.deleted_at', 'is', null)
  if ('groupId' in about) return kept.where('n.group_id', '=', about.groupId)
  // What a client's scope holds is theirs already.
  return clientOf(scope) === undefined ? kept.where('n.client_id', '=', about.clientId) : kept
}

type Notes =
  ReturnType<typeof notesOf> extends SelectQueryBuilder<infer D, infer T, infer O>
    ? SelectQueryBuilder<D, T, O>
    : never

function withWords(notes: Notes) {
  return notes.select(ITEM).select(['n.body', 'n.versioned_at as versionedAt'])
}

/** The groups that a client is in. */
function groupsOf(db: Kysely<DB>, clientId: ClientId) {
  return db
    .selectFrom('group_members as own')
    .where('own.client_id', '=', clientId)
    .where('own.status', '=', 'active')
    .select('own.group_id')
}
