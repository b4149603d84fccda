import { randomUUID } from 'node:crypto'
import { type Socket, io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MessageDto, MessageNews } from '#contract/thread.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newGroup, newMember } from '#test/support/groups.ts'
import { newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { dataFolder } from './data-folder.ts'

// Three people of a group write to each other through two servers, which are killed in turn while messages flow.

/** `npm run test:faults` sends 10,000. */
const MESSAGES = Number(process.env['FAULT_MESSAGES'] ?? 120)
/** After so many acknowledged messages a server is killed and another one takes its place. */
const PER_KILL = Math.max(30, MESSAGES / 40)
const SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'

const folder = dataFolder()
let database: TestDatabase
let app: TestApp
let servers: ServerProcess[]
beforeEach(async () => {
  database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, TOKEN_SECRET: SECRET }
  // For people and a look at what is stored; what is tested runs in the two processes.
  app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  servers = await Promise.all([start(), start()])
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await app.close()
  await database.close()
})

const start = (): Promise<ServerProcess> =>
  startServer({
    env: {
      DATA_DIR: folder.path,
      TOKEN_SECRET: SECRET,
      DATABASE_URL: database.url,
      ROLES: 'web',
      REQUESTS_PER_MINUTE: '10000000',
      MESSAGES_PER_MINUTE: '1000000',
    },
  })

type Person = { token: string }

/** Calls one server after the other until one answers. */
async function insist<Answer>(
  { token }: Person,
  turn: number,
  path: string,
  body?: object,
): Promise<{ answer: Answer; calls: number }> {
  for (let calls = 1; ; calls += 1) {
    const server = servers[(turn + calls) % servers.length]!
    try {
      const response = await fetch(`${server.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      expect(response.ok, text).toBe(true)
      return { answer: JSON.parse(text) as Answer, calls }
    } catch (error) {
      // The process is gone, and another one takes its place.
      if (!(error instanceof TypeError)) throw error
    }
  }
}

/** One person's open thread, as a browser keeps it: live news, and what it missed by the revision of the room. */
class Thread {
  readonly messages = new Map<number, MessageDto>()
  revision = 0
  doubled = 0
  private socket: Socket | undefined
  private turn: number
  private catching: Promise<void> | undefined
  private isClosed = false
  private readonly person: Person
  private readonly path: string
  constructor(person: Person, path: string, turn: number) {
    this.person = person
    this.path = path
    this.turn = turn
  }

  /** Opens the socket, at the other server each time it is lost. */
  open(): void {
    if (this.isClosed) return
    this.turn += 1
    const { url } = servers[this.turn % servers.length]!
    const socket = io(url, {
      auth: { token: this.person.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    this.socket = socket
    socket.on('connect', () => void this.catchUp())
    socket.on('NEW_MESSAGE', ({ message }: MessageNews) => {
      if (message.revision > this.revision + 1) void this.catchUp()
      else this.take(message)
    })
    const again = () => {
      socket.close()
      setImmediate(() => this.open())
    }
    socket.once('connect_error', again)
    socket.once('disconnect', again)
  }

  close(): void {
    this.isClosed = true
    this.socket?.removeAllListeners()
    this.socket?.close()
  }

  /** Asks for what is newer, until nothing is. */
  catchUp(): Promise<void> {
    this.catching ??= this.fetchNewer().finally(() => (this.catching = undefined))
    return this.catching
  }

  private async fetchNewer(): Promise<void> {
    for (;;) {
      const path = `${this.path}?since=${this.revision}&items=100`
      type Page = { data: MessageDto[]; more: boolean }
      const { answer } = await insist<Page>(this.person, this.turn, path)
      for (const message of answer.data) this.take(message)
      if (!answer.more) return
    }
  }

  private take(message: MessageDto): void {
    const known = this.messages.get(message.seq)
    if (known && known.id !== message.id) this.doubled += 1
    this.messages.set(message.seq, message)
    this.revision = Math.max(this.revision, message.revision)
  }
}

// @spec P.157
test(
  'no message is lost or doubled, and everybody has the same order, while servers are killed',
  { timeout: 600_000 },
  async () => {
    const coach = await newCoach(app)
    const group = await newGroup(app, coach, { status: 'running' })
    const people: Person[] = [
      coach,
      await newMember(app, coach, group),
      await newMember(app, coach, group, 'Sol'),
    ]
    const path = `/v1/message/${group.id}`
    const threads = people.map((person, at) => new Thread(person, path, at))
    threads.forEach((thread) => thread.open())
    let acknowledged = 0
    let kills = 0
    let retries = 0
    let killing: Promise<void> = Promise.resolve()
    const kill = async () => {
      const at = kills % servers.length
      kills += 1
      await servers[at]!.stop('SIGKILL')
      servers[at] = await start()
    }
    const sent = await Promise.all(
      people.map(async (person, at) => {
        const ids: string[] = []
        for (let n = 0; n < MESSAGES / people.length; n += 1) {
          const body = { text: `Mensaje ${n} de ${at}`, clientKey: randomUUID() }
          const { answer, calls } = await insist<MessageDto>(person, n + at, path, body)
          ids.push(answer.id)
          retries += calls - 1
          acknowledged += 1
          if (acknowledged % PER_KILL === 0) killing = killing.then(kill)
        }
        return ids
      }),
    )
    await killing
    await Promise.all(threads.map((thread) => thread.catchUp()))
    threads.forEach((thread) => thread.close())

    const stored = await app.deps.db
      .selectFrom('messages')
      .where('room_id', '=', group.id as never)
      .select(['id', 'seq'])
      .orderBy('seq')
      .execute()
    const ids = stored.map(({ id }) => id as string)
    expect(stored.map(({ seq }) => seq)).toEqual(ids.map((_, at) => at + 1))
    expect(new Set(ids)).toEqual(new Set(sent.flat()))
    expect(ids).toHaveLength(sent.flat().length)
    for (const thread of threads) {
      const seen = [...thread.messages.values()].toSorted((a, b) => a.seq - b.seq)
      expect(seen.map(({ id }) => id as string)).toEqual(ids)
      expect(thread.doubled).toBe(0)
    }
    // What a person wrote one after the other has that order.
    for (const own of sent) expect(ids.filter((id) => own.includes(id))).toEqual(own)
    expect(kills).toBeGreaterThan(2)
    console.log(
      `${ids.length} messages, ${kills} kills, ${retries} calls again: lost 0, doubled 0, one order`,
    )
  },
)
