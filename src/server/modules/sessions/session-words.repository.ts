import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { COUNTED_STATUSES } from '#server/modules/calendars/taken/taken-time.domain.ts'
import type { DB } from '../../db/schema.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { visibleIn } from './session-scope.repository.ts'

export type SessionSearch = {
  /** Each has to occur in the title or the names of people and groups, or in the client's address unless it is a number. */
  words: readonly string[]
  /** What the titles that nobody chose say besides the name and the number, in the reader's language. */
  untitled: string
}

type OfListed = ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>

/** Whether a session's texts have every word, without regard to accents and case. */
export function mentions(eb: OfListed, scope: Scope, { words, untitled }: SessionSearch) {
  // The coach's name is in every session of a practice; only a client's sessions are found by it.
  const coach = clientOf(scope) === undefined ? sql`` : sql`coach.name || ' ' || coach.last_name || ' ' ||`
  const texts = sql`${coach} coalesce(g.name, '') || ' ' || coalesce(s.title, ${untitled})`
  return eb.and(
    words.map((word) =>
      // The digits of an address are no number of a session.
      /^\d{1,4}$/.test(word)
        ? eb.or([isSaid(word, texts), hasNumber(eb, scope, Number(word))])
        : isSaid(word, sql`coalesce(client.email, '') || ' ' || ${texts}`),
    ),
  )
}

/**
 * Not in the client's `search_text`: it has the coach's tags, which a client who searches their own sessions could guess
 * word by word.
 */
function isSaid(word: string, texts: RawBuilder<unknown>) {
  const all = sql`coalesce(client.sort_name, '') || ' ' || fold(${texts})`
  return sql<boolean>`position((select fold(${word})) in ${all}) > 0`
}

/**
 * Whether the title that nobody chose has this number (the function `session_number` of the migrations). All are
 * numbered in one pass: the function, called for every session of a practice, takes seconds.
 */
function hasNumber(eb: OfListed, scope: Scope, number: number) {
  const numbered = eb
    .selectFrom('sessions as s')
    .where((of) => visibleIn(of, scope))
    .where('s.status', 'in', ['proposed', ...COUNTED_STATUSES])
    .select((of) => [
      's.id',
      of.fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy(['s.client_id', 's.group_id']).orderBy('s.starts_at').orderBy('s.id'),
        )
        .as('number'),
    ])
  const same = eb.selectFrom(numbered.as('n')).where('n.number', '=', number).select('n.id')
  return eb.and([eb('s.title', 'is', null), eb('s.id', 'in', same)])
}
