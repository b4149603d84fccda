import { CompiledQuery, type Transaction, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { DATA_MAP } from '#server/db/data-map/data-map.ts'
import { PERSON_ROWS } from '#server/db/data-map/person-rows.ts'
import { type Space, exportedColumns, exportedValues } from '#server/db/data-map/table-marks.ts'

/** How many rows are in memory at a time: a note may have a megabyte. */
const PAGE = 20

/** A person's rows of a table, and what of them is theirs. */
export type TableOf = { name: keyof DB; space: Space }

/** Every table that a person may have rows of, space by space. */
export function listTables(): TableOf[] {
  const names = Object.keys(DATA_MAP) as (keyof DB)[]
  return (['account', 'practice', 'client'] as const).flatMap((space) =>
    names.filter((name) => DATA_MAP[name].rows[space] !== undefined).map((name) => ({ name, space })),
  )
}

/** Has instants be read in UTC. */
export async function readInUtc(tx: Transaction<DB>): Promise<void> {
  await sql`set local timezone to 'UTC'`.execute(tx)
}

/** The columns that an export has of a table. */
export function columnsOf({ name, space }: TableOf): readonly string[] {
  return exportedColumns(DATA_MAP[name], space)
}

/** How many rows of a table are the person's. */
export async function countRows(tx: Transaction<DB>, table: TableOf, userId: UserId): Promise<number> {
  const { name, space } = table
  const { rows } = await tx.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      `${PERSON_ROWS} select count(*) as count from ${name} t where ${DATA_MAP[name].rows[space]!}`,
      [userId],
    ),
  )
  return rows[0]!.count
}

/**
 * A person's rows of a table, each as the JSON text of the columns that are theirs, by the key of the table. Read with a
 * cursor, in the caller's snapshot; other work goes on between two pages.
 */
export async function* readRows(tx: Transaction<DB>, table: TableOf, userId: UserId): AsyncGenerator<string> {
  const { name, space } = table
  const { key, rows: conditions } = DATA_MAP[name]
  const columns = exportedValues(DATA_MAP[name], space).map((column) => `${column.value} as "${column.name}"`)
  const order = key.map((column) => `t."${column}"`)
  const cursor = `rows_of_${name}`
  await tx.executeQuery(
    CompiledQuery.raw(
      `declare ${cursor} no scroll cursor for ${PERSON_ROWS}
       select row_to_json(r)::text as row from (
         select ${columns.join(', ')} from ${name} t where ${conditions[space]!} order by ${order.join(', ')}
       ) r`,
      [userId],
    ),
  )
  try {
    for (;;) {
      const { rows } = await tx.executeQuery<{ row: string }>(
        CompiledQuery.raw(`fetch ${PAGE} from ${cursor}`),
      )
      for (const { row } of rows) yield row
      if (rows.length < PAGE) break
    }
  } finally {
    // A transaction that failed has none any more.
    await tx.executeQuery(CompiledQuery.raw(`close ${cursor}`)).catch(() => undefined)
  }
}

/** A stored file of a person. `kind` is null for a file of a resource, an action or a message. */
export type FileOf = {
  id: string
  kind: string | null
  name: string | null
  mediaType: string
  byteSize: number
  /** Under which id its bytes lie. */
  stored: string
}

/** The files of a person in every space, each once. */
export async function listFiles(tx: Transaction<DB>, userId: UserId): Promise<FileOf[]> {
  const { account, client } = DATA_MAP.files.rows
  const spaces = DATA_MAP.resource_files.rows
  const { rows } = await tx.executeQuery<FileOf>(
    CompiledQuery.raw(
      `${PERSON_ROWS}
       select t.id, t.kind, null as name, t.media_type as "mediaType", t.byte_size as "byteSize", t.id as stored
       from files t where (${account!}) or (${client!})
       union all
       select t.id, null, t.name, t.media_type, t.byte_size, t.parts[1]
       from resource_files t where (${spaces.practice!}) or (${spaces.client!})
       order by id`,
      [userId],
    ),
  )
  return rows
}

/** A person who is named by an id in an export, as its reader knows them. */
export type NamedPerson = { id: string; name: string }

/**
 * The names of the people whose accounts an export refers to: oneself, one's clients, one's coaches, and the first names of
 * those in one's groups (product §7).
 */
export async function listPeople(tx: Transaction<DB>, userId: UserId): Promise<NamedPerson[]> {
  const { rows } = await tx.executeQuery<NamedPerson>(
    CompiledQuery.raw(
      `${PERSON_ROWS}
       select u.id, u.name || ' ' || u.last_name as name from users u
       where u.id = $1
         or u.id in (select m.coach_id from memberships m where m.user_id = $1)
         or u.id in (select c.user_id from clients c where c.coach_id = $1)
         or u.stands_for in (select c.id from clients c where c.coach_id = $1)
       union
       select c.user_id, c.name from clients c
       where c.user_id is not null and c.user_id <> $1 and c.coach_id <> $1 and c.id in (
         select g.client_id from group_members g where g.status = 'active' and g.group_id in (select id from my_groups))
       order by id`,
      [userId],
    ),
  )
  return rows
}
