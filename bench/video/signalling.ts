// What one server works for many calls at once: sockets in this process, no browsers.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Socket, io } from 'socket.io-client'
import { cpuMs } from '../cpu.ts'
import type { Server } from '../servers.ts'
import { type Room, openRoom } from './room.ts'

/** Of a core, 0 to 1; `idle` with the same sockets before the first call. */
export type SignallingFigures = {
  calls: number
  share: number
  sharePerPhase: { idle: number; begin: number; on: number }
}

/** As long as browsers say: two parts of media, and the candidates of a machine with two networks and a TURN server. */
const SDP = 'a=ice-options:trickle renomination and as much more as a line has\r\n'.repeat(60)
const CANDIDATES = 12
const CANDIDATE = {
  candidate: 'candidate:842163049 1 udp 1677729535 203.0.113.7 46154 typ srflx raddr 10.0.0.2 rport 46154',
  sdpMid: '0',
  sdpMLineIndex: 0,
  usernameFragment: 'abcd',
}
const MEDIA = { audio: true, video: true, screen: false, hand: false }
/** Everybody switches microphone or camera so often: more than people do. */
const CHANGE_MS = 20_000

type Seat = { socket: Socket; peerId: string; room: Room }

/** All calls begin within ten seconds, then go on for the rest of a minute. */
export async function benchSignalling(
  pool: pg.Pool,
  server: Server,
  { calls, tokenSecret }: { calls: number; tokenSecret: string },
): Promise<SignallingFigures> {
  const rooms: Room[] = []
  for (let number = 0; number < calls; number += 1) {
    rooms.push(await openRoom(pool, server.url, { name: `sala${number}`, tokenSecret }))
  }
  const pairs = await Promise.all(
    rooms.map(async (room) => [
      await seatOf(server, room, room.coach.token),
      await seatOf(server, room, room.client.token),
    ]),
  )
  const [beginMs, wholeMs] = [10_000, 70_000]
  const atRest = cpuMs(server.pid)
  await wait(beginMs)
  const idle = (cpuMs(server.pid) - atRest) / beginMs
  const started = performance.now()
  const [before, until] = [
    cpuMs(server.pid),
    (ms: number) => wait(Math.max(0, ms - (performance.now() - started))),
  ]
  let joined = 0
  for (const [index, pair] of pairs.entries()) {
    await until((beginMs * index) / pairs.length)
    await begin(pair as [Seat, Seat])
    joined += 1
  }
  await until(beginMs)
  const middle = cpuMs(server.pid)
  for (let at = beginMs + CHANGE_MS; at <= wholeMs; at += CHANGE_MS) {
    for (const [index, seat] of pairs.flat().entries()) {
      await until(at - CHANGE_MS + (CHANGE_MS * index) / (calls * 2))
      seat.socket.emit('CALL_MEDIA', {
        sessionId: seat.room.sessionId,
        media: { ...MEDIA, audio: (at / CHANGE_MS) % 2 < 1 },
      })
    }
  }
  await until(wholeMs)
  const after = cpuMs(server.pid)
  for (const { socket } of pairs.flat()) socket.close()
  return {
    calls: joined,
    share: (after - before) / wholeMs,
    sharePerPhase: { idle, begin: (middle - before) / beginMs, on: (after - middle) / (wholeMs - beginMs) },
  }
}

async function seatOf({ url }: Server, room: Room, token: string): Promise<Seat> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
  await new Promise<void>((done, failed) => {
    socket.once('connect', done)
    socket.once('connect_error', failed)
  })
  return { socket, peerId: randomUUID(), room }
}

/** Both go in and tell each other what browsers do to connect. */
async function begin([one, other]: [Seat, Seat]): Promise<void> {
  const { sessionId } = one.room
  for (const { socket, peerId } of [one, other]) {
    const answer = (await socket.emitWithAck('CALL_JOIN', {
      sessionId,
      peerId,
      media: MEDIA,
      isBack: false,
    })) as object
    if ('error' in answer) throw new Error(String(answer.error))
  }
  const heard = new Promise<void>((done) => other.socket.once('CALL_SIGNAL', () => done()))
  const tell = (from: Seat, to: Seat, type: 'offer' | 'answer') => {
    const say = (signal: object) => from.socket.emit('CALL_SIGNAL', { sessionId, to: to.peerId, signal })
    say({ description: { type, sdp: SDP }, screenId: null })
    for (let number = 0; number < CANDIDATES; number += 1) say({ candidate: CANDIDATE })
  }
  tell(one, other, 'offer')
  await heard
  tell(other, one, 'answer')
}
