import { randomUUID } from 'node:crypto'
import { type Socket, io } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import type { MessageDto, MessageNews } from '#contract/thread.ts'
import { pause } from '#server/platform/pause.ts'
import type { TestApp } from '#test/support/app.ts'
import { newGroup, newMember } from '#test/support/groups.ts'
import { newCoach } from '#test/support/people.ts'

// Three people of a group write to each other through several servers, while something goes wrong.

/** `npm run test:faults` sends 10,000, rounded up to as many of each of the three. */
export const MESSAGES = process.env['FAULTS'] ? 10_002 : 90
/** Between two tries. */
const RETRY_MS = 10

type Person = { token: string }
/** Where the servers answer now; a test changes it. */
type Addresses = readonly string[]
/** Where the servers answer, and until when somebody asks them: a test that failed calls nobody any more. */
type Servers = { addresses: Addresses; end: AbortSignal }

/** Calls one server after the other until one does what it is asked. */
async function insist<Answer>(
  { addresses, end }: Servers,
  { token }: Person,
  turn: number,
  path: string,
  body?: object,
): Promise<{ answer: Answer; calls: number }> {
  for (let calls = 1; ; calls += 1) {
    end.throwIfAborted()
    const address = addresses[(turn + calls) % addresses.length]!
    try {
      const response = await fetch(`${address}${path}`, {
        method: body ? 'POST' : 'GET',
        signal: end,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      // Away for now is the only refusal: 503, or 502 of a proxy without a server.
      if (response.status < 502) {
        expect(response.ok, text).toBe(true)
        return { answer: JSON.parse(text) as Answer, calls }
      }
    } catch (error) {
      // The connection broke. An answer that is cut off is a TypeError too.
      if (!(error instanceof TypeError)) throw error
    }
    await pause(RETRY_MS)
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
  /** The newest revision that was heard of. */
  private heard = 0
  /** The line was opened while something was asked for, which may be answered as of before. */
  private isOld = false
  private isClosed = false
  private readonly servers: Servers
  private readonly person: Person
  private readonly path: string
  constructor(servers: Servers, person: Person, path: string, turn: number) {
    this.servers = servers
    this.person = person
    this.path = path
    this.turn = turn
  }

  /** Opens the socket, at the next server each time it is lost. */
  open(): void {
    if (this.isClosed) return
    this.turn += 1
    const { addresses } = this.servers
    const socket = io(addresses[this.turn % addresses.length], {
      auth: { token: this.person.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    this.socket = socket
    socket.on('connect', () => {
      this.isOld = true
      this.catchUp()
    })
    socket.on('RECONNECT', () => socket.disconnect())
    socket.on('NEW_MESSAGE', ({ message }: MessageNews) => {
      this.heard = Math.max(this.heard, message.revision)
      if (message.revision > this.revision + 1) this.catchUp()
      else this.take(message)
    })
    const again = () => {
      socket.removeAllListeners()
      socket.close()
      void pause(RETRY_MS).then(() => this.open())
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
  private catchUp(): void {
    this.catching ??= this.fetchNewer()
      .catch((error) => {
        if (!this.isClosed) throw error
      })
      .finally(() => (this.catching = undefined))
  }

  private async fetchNewer(): Promise<void> {
    for (;;) {
      this.isOld = false
      const path = `${this.path}?since=${this.revision}&items=100`
      type Page = { data: MessageDto[]; more: boolean }
      const { answer } = await insist<Page>(this.servers, this.person, this.turn, path)
      for (const message of answer.data) this.take(message)
      if (!answer.more && !this.isOld && this.heard <= this.revision) return
    }
  }

  private take(message: MessageDto): void {
    const known = this.messages.get(message.seq)
    if (known && known.id !== message.id) this.doubled += 1
    this.messages.set(message.seq, message)
    this.revision = Math.max(this.revision, message.revision)
  }
}

type Options = {
  app: TestApp
  addresses: Addresses
  /** Whether they go on writing; otherwise they do until they wrote `MESSAGES` together. */
  goesOn?: () => boolean
  /** How long each of them pauses after a message. */
  betweenMs?: number
  /** Called with the number of messages that were acknowledged so far; the end waits for what it does. */
  onAcknowledged?: (count: number) => Promise<void>
}

/**
 * Lets the three write all messages, and expects that each is stored once and that everybody comes to see all of them in
 * one order, without being told to look.
 */
export async function holdConversation({
  app,
  addresses,
  goesOn,
  betweenMs = 0,
  onAcknowledged = () => Promise.resolve(),
}: Options): Promise<{ retries: number; messages: number }> {
  const coach = await newCoach(app)
  const group = await newGroup(app, coach, { status: 'running' })
  const people: Person[] = [
    coach,
    await newMember(app, coach, group),
    await newMember(app, coach, group, 'Sol'),
  ]
  const path = `/v1/message/${group.id}`
  const over = new AbortController()
  const servers = { addresses, end: over.signal }
  const threads = people.map((person, at) => new Thread(servers, person, path, at))
  const close = (reason?: unknown) => {
    threads.forEach((thread) => thread.close())
    over.abort(reason)
  }
  // At the end of its time a test is left in the middle.
  onTestFinished(() => close())
  threads.forEach((thread) => thread.open())
  let acknowledged = 0
  let retries = 0
  const faults: Promise<void>[] = []
  try {
    const sent = await Promise.all(
      people.map(async (person, at) => {
        const ids: string[] = []
        for (let n = 0; goesOn ? goesOn() : n < MESSAGES / people.length; n += 1) {
          const body = { text: `Mensaje ${n} de ${at}`, clientKey: randomUUID() }
          const { answer, calls } = await insist<MessageDto>(servers, person, n + at, path, body)
          ids.push(answer.id)
          retries += calls - 1
          acknowledged += 1
          // After one that failed nobody writes any more.
          faults.push(onAcknowledged(acknowledged).catch(close))
          await pause(betweenMs)
        }
        return ids
      }),
    )
    await Promise.all(faults)
    over.signal.throwIfAborted()
    const ids = await storedIds(app, group.id)
    expect(new Set(ids)).toEqual(new Set(sent.flat()))
    expect(ids).toHaveLength(sent.flat().length)
    // What a person wrote one after the other has that order.
    for (const own of sent) expect(ids.filter((id) => own.includes(id))).toEqual(own)
    for (const thread of threads) {
      await expect.poll(() => thread.messages.size).toBe(ids.length)
      const seen = [...thread.messages.values()].toSorted((a, b) => a.seq - b.seq)
      expect(seen.map(({ id }) => id as string)).toEqual(ids)
      expect(thread.doubled).toBe(0)
    }
    return { retries, messages: acknowledged }
  } finally {
    close()
  }
}

/** The messages of a room in its order, which has no gaps. */
async function storedIds({ deps }: TestApp, roomId: string): Promise<string[]> {
  const stored = await deps.db
    .selectFrom('messages')
    .where('room_id', '=', roomId as never)
    .select(['id', 'seq'])
    .orderBy('seq')
    .execute()
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, at) => at + 1))
  return stored.map(({ id }) => id as string)
}
