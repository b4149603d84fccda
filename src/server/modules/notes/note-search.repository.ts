import { type Kysely, sql } from 'kysely'
import type { ClientId, GroupId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { ITEM, notesOf } from './notes.repository.ts'

export type FoundRow = Awaited<ReturnType<typeof searchNotes>>['rows'][number]

type Search = {
  /** Letters and digits in lower case; at least one. */
  words: readonly string[]
  clientId?: ClientId | undefined
  groupId?: GroupId | undefined
}

/**
 * A page of the coach's notes with every word: in any of its forms, with or without accents, or as a beginning. `found`
 * are the words of each note that made it match, in lower case.
 */
export async function searchNotes(
  db: Kysely<DB>,
  scope: CoachScope,
  { words, clientId, groupId }: Search,
  { items, page }: { items: number; page: number },
) {
  const queries = words.map(queryOf)
  const all = sql.join(queries, sql` && `)
  const any = sql.join(queries, sql` || `)
  const matching = notesOf(db, scope)
    .where('n.deleted_at', 'is', null)
    .where(sql<boolean>`n.search @@ (${all})`)
    .$if(clientId !== undefined, (some) => some.where('n.client_id', '=', clientId!))
    .$if(groupId !== undefined, (some) => some.where('n.group_id', '=', groupId!))
  // Chosen first: reading the texts of all that match takes ten times as long as finding them.
  const chosen = matching
    .select('n.id')
    .orderBy('n.written_at', 'desc')
    .orderBy('n.id')
    .limit(items)
    .offset((page - 1) * items)
  const newest = notesOf(db, scope)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 'n.id')
    .select(ITEM)
    .select(['n.body_text as wholeText'])
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom(newest.as('note'))
      .selectAll()
      // The words as they are written there, each looked at once. The forms of a word begin alike, so that few are
      // compared by their stems.
      .select(
        sql<string[]>`array(
          select word from (
            select distinct lower(token) as word
            from ts_parse('default', note.title || ' ' || note."wholeText")
            where tokid <> 12 and (${sql.join(words.map(beginsLike), sql` or `)})
          ) as written
          where note_words(word, '', '{}') @@ (${any})
        )`.as('found'),
      )
      .orderBy('note.writtenAt', 'desc')
      .orderBy('note.id')
      .execute(),
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

const beginsLike = (word: string) => sql`starts_with(fold(token), left(fold(${word}), 2))`

function queryOf(word: string) {
  // The Spanish stems leave short plurals as they are ("años", "días", "actos"): their singular is looked for too.
  const singular = /^(\p{L}+[aeiouáéíóú])s$/u.exec(word)?.[1]
  const orSingular = singular === undefined ? sql`` : sql`|| plainto_tsquery('simple', fold(${singular}))`
  return sql`(
    plainto_tsquery('spanish', ${word}) || plainto_tsquery('spanish', with_endings(${word}))
      || to_tsquery('simple', fold(${word}) || ':*') ${orSingular}
  )`
}
