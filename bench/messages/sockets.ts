// Many open sockets: what each costs the server in memory while nothing happens, and how long one event to all of them
// takes compared with bare socket.io. Memory only on Linux.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchDatabase } from '../database.ts'
import { freePort } from '#test/support/servers/free-port.ts'
import { makePractice } from '../practice.ts'
import { startOurs } from '../servers.ts'
import { type Spread, spread } from '../spread.ts'
import type { EmitOrder } from './emitting-server.ts'
import type { SocketsOrder } from './open-sockets.ts'

/** How long the server is left alone before its memory is read. */
const REST_MS = 10_000
const ROUNDS = 60
/** Before an event counts. */
const ROUNDS_BEFORE = 15

/** How many were opened, how many of them were still open when memory was read, and what each took of it. */
export type SocketFigures = { open: number; held: number; kilobytesEach: number }
export type EmitFigures = { sockets: number; ours: Spread; bare: Spread; ratio: number }

/** As many signed-in people as sockets, on the product as `npm start` starts it. */
export async function benchIdleSockets(
  database: BenchDatabase,
  { sockets, tokenSecret }: { sockets: number; tokenSecret: string },
): Promise<SocketFigures> {
  const people = { name: 'olga', clients: sockets, withHistory: false, tokenSecret }
  const { clients } = await makePractice(database.pool, people)
  const inspector = await freePort()
  const server = await startOurs({
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    TOKEN_SECRET: tokenSecret,
    REQUESTS_PER_MINUTE: '10000000',
  })
  try {
    // What a first connection loads belongs to no socket.
    const first = await openSockets(server.url, [{ token: clients[0]!.token }])
    await rest(inspector)
    const before = residentKb(server.pid)
    const others = await openSockets(
      server.url,
      clients.slice(1).map(({ token }) => ({ token })),
    )
    await rest(inspector)
    const kilobytesEach = (residentKb(server.pid) - before) / (clients.length - 1)
    const held = (await first.held()) + (await others.held())
    first.close()
    others.close()
    return { open: clients.length, held, kilobytesEach }
  } finally {
    await server.stop()
  }
}

/** The time until the last socket has an event, in ms; in alternating rounds. */
export async function benchEmits(sockets: number): Promise<EmitFigures> {
  const memberships = Array.from({ length: sockets }, (_, index) => `member-${index}`)
  const sides = await Promise.all(
    (['ours', 'bare'] as const).map(async (realtime) => {
      const server = fork(join(import.meta.dirname, 'emitting-server.ts'))
      server.send({ realtime, memberships } satisfies EmitOrder)
      const [{ ready }] = (await once(server, 'message')) as [{ ready: string }]
      const people = await openSockets(
        ready,
        memberships.map((token) => ({ token })),
      )
      return { server, people, times: [] as number[] }
    }),
  )
  for (let round = -ROUNDS_BEFORE; round < ROUNDS; round += 1) {
    for (const { server, people, times } of sides) {
      const started = performance.now()
      const arrived = people.allArrived()
      server.send('emit')
      await arrived
      if (round >= 0) times.push(performance.now() - started)
    }
  }
  for (const { server, people } of sides) {
    people.close()
    server.disconnect()
  }
  const [ours, bare] = sides.map(({ times }) => spread(times)) as [Spread, Spread]
  return { sockets, ours, bare, ratio: ours.median / bare.median }
}

async function openSockets(url: string, auths: object[]) {
  const holder = fork(join(import.meta.dirname, 'open-sockets.ts'))
  holder.send({ url, auths, event: 'NEW_MESSAGE' } satisfies SocketsOrder)
  await once(holder, 'message')
  return {
    allArrived: () => once(holder, 'message'),
    /** How many are still connected; while no event is on its way. */
    held: async () => {
      holder.send('count')
      return ((await once(holder, 'message')) as [{ held: number }])[0].held
    },
    close: () => holder.disconnect(),
  }
}

/** Leaves the server alone and then has it collect: what was used to open the connections is not what keeping them costs. */
async function rest(inspector: number): Promise<void> {
  await wait(REST_MS)
  const targets = (await (await fetch(`http://127.0.0.1:${inspector}/json`)).json()) as [
    { webSocketDebuggerUrl: string },
  ]
  const line = new WebSocket(targets[0].webSocketDebuggerUrl)
  await once(line, 'open')
  line.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(line, 'message')
  line.close()
}

/** Memory of a process that is in RAM (proc(5), VmRSS), in kilobytes. */
function residentKb(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}
