// A conversation over the product compared with bare socket.io, once with the INSERT of a message alone and once with all that
// the product writes: how long from sending a message until the other person's browser has it, and how many per second, in
// alternating rounds.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Socket, io } from 'socket.io-client'
import type { Practice, Signed } from '../practice.ts'
import type { Server } from '../servers.ts'
import { type Spread, spread } from '../spread.ts'
import type { BareMessage } from './chat-writes.ts'
import { openPosting } from './posting.ts'

/** People who write at the same time, each in a room with the coach. */
export const WRITERS = 20
/** They take turns, so that nobody has written more in a minute than people do: what somebody wrote lately is counted. */
export const PEOPLE = 600
const ROUNDS = 7
const MESSAGES_A_ROUND = 60
const ROUND_MS = 3_000
const TEXT = '¿Cómo te fue con la conversación de ayer? Cuéntame qué fue distinto esta vez y qué te llevas.'

export type Room = { roomId: string; writer: Signed }

/** The product, and bare socket.io with what `ChatOrder.writes` says. */
const NAMES = ['ours', 'row', 'message'] as const
type Name = (typeof NAMES)[number]

/** Of the product, and of each reference with the ratio of the product to it. */
export type Compared = { ours: Spread } & Record<Exclude<Name, 'ours'>, { bare: Spread; ratio: Spread }>
export type ExchangeFigures = {
  /** From sending until the other person has it, one message after the other, in ms; the median of each round. */
  seenMs: Compared
  perSecond: Compared
}

type Reference = { server: Server; rooms: Room[] }

/** Each side behind one interface: `send` resolves when the message is acknowledged. */
type Side = { send: (room: Room, clientKey: string) => Promise<void>; reader: Socket; close: () => void }

/** The rooms of the first clients of a practice. */
export async function openRooms(pool: pg.Pool, { coach, clients }: Practice): Promise<Room[]> {
  const { rows } = await pool.query<{ roomId: string; userId: string }>(
    `insert into message_rooms (id, coach_id, type, client_id, created_at)
     select id, coach_id, 'Client', id, now() from clients where coach_id = $1
     returning id as "roomId", (select user_id from clients where id = message_rooms.id) as "userId"`,
    [coach.userId],
  )
  const people = new Map<string, Signed>(clients.map((client) => [client.userId, client]))
  return rows.map(({ roomId, userId }) => ({ roomId, writer: people.get(userId)! }))
}

/** Measures all; `rooms` of each are different ones, because all write in the same table. */
export async function benchExchange(
  ours: { server: Server; rooms: Room[]; coach: Signed },
  bare: Record<Exclude<Name, 'ours'>, Reference>,
): Promise<ExchangeFigures> {
  const sides: Record<Name, Side> = {
    ours: await ourSide(ours),
    row: await bareSide(bare.row),
    message: await bareSide(bare.message),
  }
  const rooms: Record<Name, Room[]> = {
    ours: ours.rooms,
    row: bare.row.rooms,
    message: bare.message.rooms,
  }
  const seen: Record<Name, number[]> = { ours: [], row: [], message: [] }
  const perSecond: Record<Name, number[]> = { ours: [], row: [], message: [] }
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of NAMES) {
      const median = await seenIn(sides[name], rooms[name])
      const rate = await rateOf(sides[name], rooms[name])
      // The first round is for the compiler and the plans of statements.
      if (round < 0) continue
      seen[name].push(median)
      perSecond[name].push(rate)
    }
  }
  NAMES.forEach((name) => sides[name].close())
  return { seenMs: compared(seen), perSecond: compared(perSecond) }
}

function compared({ ours, row, message }: Record<Name, number[]>): Compared {
  const beside = (bare: number[]) => ({
    bare: spread(bare),
    ratio: spread(ours.map((value, round) => value / bare[round]!)),
  })
  return { ours: spread(ours), row: beside(row), message: beside(message) }
}

/** The median time until the reader has a message, one after the other. */
async function seenIn({ send, reader }: Side, rooms: Room[]): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < MESSAGES_A_ROUND; turn += 1) {
    const started = performance.now()
    const key = randomUUID()
    const arrived = new Promise<void>((done) => {
      const listen = ({ message }: { message: { clientKey: string } }) => {
        if (message.clientKey !== key) return
        times.push(performance.now() - started)
        reader.off('NEW_MESSAGE', listen)
        done()
      }
      reader.on('NEW_MESSAGE', listen)
    })
    await Promise.all([send(rooms[turn % rooms.length]!, key), arrived])
  }
  return spread(times).median
}

/** Messages per second that reach the reader while each writer sends the next one as soon as the last is acknowledged. */
async function rateOf({ send, reader }: Side, rooms: Room[]): Promise<number> {
  let arrived = 0
  const count = () => (arrived += 1)
  reader.on('NEW_MESSAGE', count)
  const started = performance.now()
  let turn = 0
  const write = async () => {
    while (performance.now() - started < ROUND_MS)
      await send(rooms[(turn += 1) % rooms.length]!, randomUUID())
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  const perSecond = (arrived * 1000) / (performance.now() - started)
  reader.off('NEW_MESSAGE', count)
  return perSecond
}

async function ourSide({ server, rooms, coach }: Parameters<typeof benchExchange>[0]): Promise<Side> {
  const posting = openPosting(server.url)
  const reader = await connected(server, { token: coach.token })
  // The writers' browsers are connected too: their own messages come to them.
  const writers = await Promise.all(rooms.map(({ writer }) => connected(server, { token: writer.token })))
  return {
    reader,
    send: ({ roomId, writer }, clientKey) =>
      posting.post(`/v1/message/${roomId}`, writer.token, { text: TEXT, clientKey }),
    close: () => {
      posting.close()
      ;[reader, ...writers].forEach((socket) => socket.close())
    },
  }
}

async function bareSide({ server, rooms }: Reference): Promise<Side> {
  const ids = rooms.map(({ roomId }) => roomId)
  const reader = await connected(server, { rooms: ids })
  const writers = new Map<string, Socket>()
  for (const roomId of ids) writers.set(roomId, await connected(server, { rooms: [roomId] }))
  return {
    reader,
    send: ({ roomId }, clientKey) => {
      const message: BareMessage = { roomId, text: TEXT, clientKey }
      return new Promise((done) => writers.get(roomId)!.emit('send', message, () => done()))
    },
    close: () => [reader, ...writers.values()].forEach((socket) => socket.close()),
  }
}

function connected({ url }: Server, auth: object): Promise<Socket> {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true })
  return new Promise((done, failed) => {
    socket.once('connect', () => done(socket))
    socket.once('connect_error', failed)
  })
}
