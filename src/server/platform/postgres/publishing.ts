import { type RawBuilder, sql } from 'kysely'

/** The channel of the bus over NOTIFY. */
export const CHANNEL = 'norte_bus'

/** Of a notification, which is less than 8000 bytes: a character is at most four. */
const PART_CHARACTERS = 1_900

/** A message of the bus that a statement ends with what it finds: `data` is `{ said, found }`. */
export function beginningOf(topic: string, said: object): string {
  return `${JSON.stringify({ topic, data: { said } }).slice(0, -2)},"found":`
}

/**
 * Part of a statement: publishes a message to the other processes when the statement commits, in parts as the bus reads
 * them. Nothing for an origin of null.
 * @param serial tells the messages of one statement apart: PostgreSQL sends the same notification once in a transaction
 * @param beginning what `beginningOf` made
 * @param found a text of JSON
 */
export function publishing(
  origin: RawBuilder<unknown>,
  serial: RawBuilder<unknown>,
  beginning: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const size = sql.lit(PART_CHARACTERS)
  return sql`(
    select count(pg_notify(${sql.lit(CHANNEL)}, ${origin}::text || ':' || ${serial} || ':' || part || ':' || parts || ':' ||
      substr(message, part * ${size} + 1, ${size})))
    from (select ${beginning} || ${found} || '}}' as message offset 0) as whole,
      lateral (select (length(message) - 1) / ${size} + 1 as parts offset 0) as sized, generate_series(0, parts - 1) as part
    where ${origin}::text is not null)`
}
