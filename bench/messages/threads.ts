// A page of a thread of 100,000 messages: the newest, and the thousandth further back.
import type pg from 'pg'
import { inTurn, timed } from '../in-turn.ts'
import { UNLIMITED } from '#server/platform/postgres/postgres.ts'
import type { Signed } from '../practice.ts'
import type { Server } from '../servers.ts'
import type { Room } from './exchange.ts'

export const LONG_THREAD = 100_000
const PAGE = 50

export type ThreadFigures = { firstMs: number; thousandthMs: number }

/** Measures the two pages of a room that `fillThread` has filled. */
export async function benchThread(server: Server, { roomId }: Room, coach: Signed): Promise<ThreadFigures> {
  const path = `/v1/message/${roomId}?items=${PAGE}`
  const [firstMs, thousandthMs] = await inTurn([
    () => timed(server, path, coach.token),
    () => timed(server, `${path}&before=${LONG_THREAD + 1 - 999 * PAGE}`, coach.token),
  ])
  return { firstMs: firstMs!, thousandthMs: thousandthMs! }
}

/** Writes a long thread, and has PostgreSQL count its tables, as it does by itself within minutes. */
export async function fillThread(pool: pg.Pool, { roomId }: Room, { userId }: Signed): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // A hundred thousand rows exceed the time limit of a request.
    await client.query('set local statement_timeout = 0')
    await client.query({
      ...UNLIMITED,
      text: `insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
       select gen_random_uuid(), $1, n, n, $2, 'Mensaje ' || n || ': ' || repeat('lo que acordamos ayer ', 4),
         gen_random_uuid(), now() - (($3::int - n) * interval '1 minute')
       from generate_series(1, $3::int) as n`,
      values: [roomId, userId, LONG_THREAD],
    })
    await client.query(
      'update message_rooms set last_seq = $2, revision = $2, last_at = now() where id = $1',
      [roomId, LONG_THREAD],
    )
    await client.query('commit')
    await client.query('analyze')
  } finally {
    client.release()
  }
}
