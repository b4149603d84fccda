// Resources that differ as real ones do: few words are in nearly every text, and most in hardly any.
import type pg from 'pg'
import type { UserId } from '#contract/values.ts'

const SYLLABLES =
  'ca mi no res pi ra te lu dor men sa vi go tra pe que ción fá bri ne so li ta je cho ru bo ma es an tor da'.split(
    ' ',
  )
const VOCABULARY = 20_000
/** Of one insert: all of them take longer than a query may. */
const AT_ONCE = 200

/** Resources with texts of 50 to 350 words: two of five have a common word, one of five hundred a rare one. */
export async function insertVaried(pool: pg.Pool, coachId: UserId, count: number): Promise<void> {
  const random = generator(7)
  const words = (many: number) => Array.from({ length: many }, () => word(random())).join(' ')
  for (let first = 0; first < count; first += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, n) => first + n)
    await pool.query(
      `insert into resources (id, coach_id, type, title, description, category, tags, status, body, body_text, created_at, updated_at)
      select gen_random_uuid(), $1, 'text', title, description, 'Hábitos ' || k % 8, array['foco ' || k % 20], 'published',
        jsonb_build_object('type', 'doc', 'version', 1, 'content', jsonb_build_array(jsonb_build_object(
          'type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', text))))),
        text, now() - k * interval '1 minute', now()
      from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as written (k, title, description, text)`,
      [
        coachId,
        numbers,
        numbers.map(() => words(4)),
        numbers.map(() => words(12)),
        numbers.map((n) => [words(50 + Math.floor(random() * 300)), ...known(n)].join(' ')),
      ],
    )
  }
}

const known = (n: number) => [
  ...(n % 5 < 2 ? ['equipo'] : []),
  ...(n % 10 === 0 ? ['delegar'] : []),
  ...(n % 500 === 0 ? ['zarzuela'] : []),
]

/** The word of a rank, by Zipf's law. */
function word(random: number): string {
  const rank = Math.floor(VOCABULARY ** random)
  return [rank, rank / 32, rank / 1024].map((n) => SYLLABLES[Math.floor(n) % 32]).join('')
}

/** The same numbers in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
