import { sql } from 'kysely'

/**
 * Whether a session's texts have this word, without regard to accents and case. Not the client's `search_text`: it has
 * the coach's tags, which a client who searches their own sessions could guess word by word.
 */
export function isSaid(word: string) {
  const texts = sql`coalesce(client.sort_name, '') || ' ' || fold(
    coalesce(client.email, '') || ' ' || coalesce(g.name, '') || ' ' || coalesce(s.title, '')
  )`
  return sql<boolean>`position((select fold(${word})) in ${texts}) > 0`
}
