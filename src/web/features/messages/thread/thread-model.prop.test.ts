import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageDto } from '#contract/thread.ts'
import {
  type Thread,
  type ThreadPage,
  caughtUp,
  hasOlder,
  isBehind,
  joined,
  opened,
  openedAt,
  readBy,
  told,
  trimmed,
  withOlder,
} from './thread-model.ts'

const whole = { name: 'Ana', lastName: '', text: '', attachment: null }

/** A room as the server keeps it, whose pages are those of the API. */
function makeRoom() {
  const messages: MessageDto[] = []
  const reads = new Map<string, number>()
  const erased = new Set<number>()
  let revision = 0
  const byId = (id: string) => messages.find((message) => message.id === id)
  // As in SQL: what is quoted is the text of now, of somebody who may have no name any more.
  const present = (message: MessageDto): MessageDto => {
    const answered = message.replyTo && byId(message.replyTo.id)
    if (!answered) return message
    const { text, sender } = answered
    return { ...message, replyTo: { ...message.replyTo!, text, name: sender.name } }
  }
  const rows = () => messages.filter(({ seq }) => !erased.has(seq)).map(present)
  const page = (data: MessageDto[], more: boolean): ThreadPage => ({
    data,
    more,
    revision,
    lastSeq: messages.length,
    reads: [...reads].map(([userId, seq]) => ({ userId: userId as never, deliveredSeq: seq, readSeq: seq })),
    people: [],
    barrier: null,
  })
  return {
    write(text: string, answers: number): MessageDto {
      revision += 1
      const seq = messages.length + 1
      const answered = messages[answers % seq]
      const message = {
        id: `m${seq}`,
        seq,
        revision,
        text,
        sender: { name: `Ana ${seq}`, lastName: '' },
        replyTo: answered ? { ...whole, id: answered.id, seq: answered.seq } : null,
        deletedAt: null,
      } as MessageDto
      messages.push(message)
      return present(message)
    },
    change(which: number, text: string): MessageDto | undefined {
      const at = messages.length === 0 ? -1 : which % messages.length
      const message = messages[at]
      if (!message || erased.has(message.seq)) return undefined
      revision += 1
      messages[at] = { ...message, text, revision, sender: { ...message.sender, name: `Ex ${revision}` } }
      return present(messages[at])
    },
    erase: (which: number) => void (messages.length > 0 && erased.add((which % messages.length) + 1)),
    read(userId: string, seq: number) {
      reads.set(userId, Math.max(reads.get(userId) ?? 0, Math.min(seq, messages.length)))
      return { userId: userId as never, deliveredSeq: reads.get(userId)!, readSeq: reads.get(userId)! }
    },
    newest: (items: number) => page(rows().slice(-items), rows().length > items),
    before(seq: number, items: number) {
      const found = rows().filter((message) => message.seq < seq)
      return page(found.slice(-items), found.length > items)
    },
    after(seq: number, items: number) {
      const found = rows().filter((message) => message.seq > seq)
      return page(found.slice(0, items), found.length > items)
    },
    since(known: number, items: number) {
      const found = rows()
        .filter((message) => message.revision > known)
        .toSorted((a, b) => a.revision - b.revision)
      return page(found.slice(0, items), found.length > items)
    },
    between: (from: number, to: number) => rows().filter(({ seq }) => seq >= from && seq <= to),
    lastSeq: () => messages.length,
  }
}

type Room = ReturnType<typeof makeRoom>

/** Asks for what is missing until nothing is, as the screen does. */
function settled(thread: Thread, room: Room, items: number): Thread {
  let known = thread
  for (let turn = 0; turn < 200; turn += 1) {
    const page = room.since(known.revision, items)
    known = caughtUp(known, page)
    if (!page.more && !isBehind(known)) return known
  }
  throw new Error('It never ends')
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), n: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), n: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), n: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deliver' as const), n: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), n: fc.nat(40) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('ask older' as const), n: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('ask newer' as const), n: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('ask missed' as const), n: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), n: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('trim' as const), n: fc.integer({ min: 1, max: 12 }) }),
  },
)

type Run = { start: number; jump: boolean; steps: { kind: string; n: number }[]; items: number }

/** Runs a room and a thread that hears of it over a bad line, and returns both. */
function play({ start, jump, steps, items }: Run): { thread: Thread; room: Room } {
  const room = makeRoom()
  for (let n = 0; n < start; n += 1) room.write(`inicio ${n}`, n)
  const half = Math.ceil(start / 2)
  let thread =
    jump && start > 0
      ? openedAt(room.before(half + 1, items), room.after(half, items))
      : opened(room.newest(items))
  const events: (() => void)[] = []
  const answers: { kind: 'older' | 'newer' | 'missed'; about: number; page: ThreadPage }[] = []
  const hear = (message: MessageDto | undefined) => {
    if (message) events.push(() => (thread = told(thread, message)))
  }
  for (const { kind, n } of steps) {
    if (kind === 'write') hear(room.write(`texto ${n}`, n))
    if (kind === 'change') hear(room.change(n, n % 3 === 0 ? '' : `cambio ${n}`))
    if (kind === 'read') {
      const read = room.read(`u${n % 3}`, n)
      events.push(() => (thread = readBy(thread, read)))
    }
    // Any of them, in any order; some come twice.
    if (kind === 'deliver' && events.length > 0) {
      const at = n % events.length
      events[at]!()
      if (n % 4 !== 0) events.splice(at, 1)
    }
    if (kind === 'lose') events.splice(n % (events.length + 1), 1)
    if (kind === 'ask older')
      answers.push({ kind: 'older', about: thread.from, page: room.before(thread.from, n) })
    if (kind === 'ask newer')
      answers.push({ kind: 'newer', about: thread.to, page: room.after(thread.to, n) })
    if (kind === 'ask missed') {
      answers.push({ kind: 'missed', about: thread.revision, page: room.since(thread.revision, n) })
    }
    const [answer] = kind === 'answer' ? answers.splice(n % (answers.length + 1), 1) : []
    // As the screen does: what was asked for another window is dropped.
    if (answer?.kind === 'older' && answer.about === thread.from) thread = withOlder(thread, answer.page)
    if (answer?.kind === 'newer' && answer.about === thread.to) thread = joined(thread, answer.page)
    if (answer?.kind === 'missed' && answer.about === thread.revision) thread = caughtUp(thread, answer.page)
    if (kind === 'trim') thread = trimmed(thread, n % 2 === 0 ? 'oldest' : 'newest', n)
  }
  return { thread, room }
}

const run = fc.record({
  start: fc.nat(12),
  jump: fc.boolean(),
  steps: fc.array(step, { maxLength: 80, size: 'max' }),
  items: fc.integer({ min: 1, max: 5 }),
})

// @spec P.160
test('whatever is lost, doubled or late, a thread that has caught up shows what the server has', () => {
  fc.assert(
    fc.property(run, (given) => {
      const { thread, room } = play(given)
      const known = settled(thread, room, given.items)
      expect(known.messages).toEqual(room.between(known.from, known.follows ? room.lastSeq() : known.to))
      expect(known.lastSeq).toBe(room.lastSeq())
      expect(known.loose).toEqual([])
      if (known.follows) expect(known.to).toBe(room.lastSeq())
    }),
    { numRuns: 400 },
  )
})

test('a window never has a message twice or out of order, also before it has caught up', () => {
  fc.assert(
    fc.property(run, (given) => {
      const { thread } = play(given)
      const places = thread.messages.map(({ seq }) => seq)
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
      for (const place of places) expect(place >= thread.from && place <= thread.to).toBe(true)
    }),
  )
})

test('who has read what only grows', () => {
  fc.assert(
    fc.property(run, fc.nat(20), (given, seq) => {
      const { thread } = play(given)
      const before = new Map(thread.reads.map((read) => [read.userId, read.readSeq]))
      const after = readBy(thread, { userId: 'u1' as never, deliveredSeq: seq, readSeq: seq }).reads
      for (const { userId, readSeq } of after) expect(readSeq).toBeGreaterThanOrEqual(before.get(userId) ?? 0)
    }),
  )
})

test('places of people who were erased do not stop a thread from being read to its end', () => {
  const room = makeRoom()
  for (let n = 0; n < 6; n += 1) room.write(`${n}`, 0)
  room.erase(0)
  room.erase(3)
  let thread = opened(room.newest(2))
  while (hasOlder(thread)) thread = withOlder(thread, room.before(thread.from, 2))
  expect(thread.messages.map(({ seq }) => seq)).toEqual([2, 3, 5, 6])
  // One that was lost, and is erased before anybody asks for it.
  room.write('perdido', 0)
  const last = room.write('último', 0)
  room.erase(6)
  thread = told(thread, last)
  expect(thread.messages.at(-1)?.seq).toBe(6)
  expect(settled(thread, room, 5).messages.at(-1)?.text).toBe('último')
})

test('what quotes a message is changed with it, also where a page had the change before the event', () => {
  const room = makeRoom()
  room.write('uno', 0)
  let thread = opened(room.newest(5))
  thread = told(thread, room.write('dos', 0))
  thread = trimmed(thread, 'newest', 1)
  const change = room.change(0, 'otro')!
  const older = room.before(thread.from, 5)
  thread = told(withOlder(thread, older), change)
  expect(thread.messages.at(-1)?.replyTo?.text).toBe('otro')
  expect(isBehind(thread)).toBe(false)
})
