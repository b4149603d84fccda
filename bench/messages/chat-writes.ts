// The two ways in which the reference of a conversation writes a message: an INSERT alone, or the statement of the product.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { epochMs, DAY_MS, MINUTE_MS } from '#time/clock.ts'
import type { AuthSessionId, MembershipId, MessageId, MessageKey, RoomId, UserId } from '#contract/values.ts'
import { insertOfTimers, storedTimer } from '#server/events/timers.ts'
import { writeMessages } from '#server/modules/messages/writing.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'

/** What the reference is told at its start. */
export type ChatOrder = {
  databaseUrl: string
  pool: number
  rooms: { roomId: string; userId: string }[]
  /** The INSERT of a message alone, or all that the product writes for it. */
  writes: 'row' | 'message'
}

/** What a sender sends; the message comes back to everybody who joined its room. */
export type BareMessage = { roomId: string; text: string; clientKey: string }

/** Writes a message of the only person who writes in its room, and answers its id. */
export type Write = (message: BareMessage) => Promise<string>

const INSERT = `insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
  values ($1, $2, $3, $3, $4, $5, $6, now())`

/** The row of a message alone, with a number from the memory of this process. */
export function insertAlone({ databaseUrl, pool: size, rooms }: ChatOrder): Write {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: size })
  const authors = new Map(rooms.map(({ roomId, userId }) => [roomId, userId]))
  const lastSeqs = new Map<string, number>()
  return async ({ roomId, text, clientKey }) => {
    const id = randomUUID()
    const seq = (lastSeqs.get(roomId) ?? 0) + 1
    lastSeqs.set(roomId, seq)
    const values = [id, roomId, seq, authors.get(roomId), text, clientKey]
    await pool.query({ name: 'insert', text: INSERT, values })
    return id
  }
}

/**
 * What the product writes for a message and by its statement: the number that the room gives, what its sender may, the
 * timer of who has to be told, and who listens. Without NOTIFY, which nobody would hear.
 */
export async function statementOfProduct({ databaseUrl, pool: size, rooms }: ChatOrder): Promise<Write> {
  const { db, pool } = createDatabase({ url: databaseUrl }, { size })
  const senders = await sendersOf(pool, rooms)
  return async ({ roomId, text, clientKey }) => {
    const id = randomUUID()
    const now = epochMs(Date.now())
    const timer = { type: 'message.tell' as const, roomId: roomId as RoomId }
    const { coachId, ...sender } = senders.get(roomId)!
    const message = {
      scope: scopeOfPractice(coachId),
      id: id as MessageId,
      roomId: roomId as RoomId,
      sender: { ...sender, stored: { paymentStatus: 'active' as const, periodEndsAt: null }, isPaid: true },
      text,
      clientKey: clientKey as MessageKey,
      replyTo: null,
      attachment: null,
      fileNames: '',
      told: null,
    }
    const [outcome] = await writeMessages(db, [message], {
      perMinute: 1_000_000,
      now,
      timers: {
        insert: insertOfTimers,
        rows: [
          storedTimer({ key: `message.tell:${roomId}`, dueAt: epochMs(now + MINUTE_MS), command: timer }),
        ],
      },
      openSince: { usedAfter: epochMs(now - DAY_MS), signedInAfter: epochMs(now - DAY_MS) },
      origin: null,
    })
    if (outcome?.verdict !== 'written') throw new Error(`a message was ${outcome?.verdict}`)
    return id
  }
}

type SenderRow = {
  roomId: string
  userId: UserId
  coachId: UserId
  membershipId: MembershipId
  authSessionId: AuthSessionId
}

async function sendersOf(pool: pg.Pool, rooms: ChatOrder['rooms']): Promise<Map<string, SenderRow>> {
  const { rows } = await pool.query<SenderRow>(
    `select r.id as "roomId", m.user_id as "userId", r.coach_id as "coachId", m.id as "membershipId", s.id as "authSessionId"
     from message_rooms r join memberships m on m.client_id = r.client_id join auth_sessions s on s.membership_id = m.id
     where r.id = any($1)`,
    [rooms.map(({ roomId }) => roomId)],
  )
  return new Map(rows.map((row) => [row.roomId, row]))
}
