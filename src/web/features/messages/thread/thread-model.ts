import type { MessageDto, RoomPerson, RoomRead, WritingBarrier } from '#contract/thread.ts'

/** A part of a room as the server answers it. */
export type ThreadPage = {
  data: MessageDto[]
  more: boolean
  revision: number
  lastSeq: number
  reads: RoomRead[]
  people: RoomPerson[]
  barrier: WritingBarrier | null
}

/**
 * What a browser knows of a room: a window of its messages without holes. Events may arrive twice, late, in another order
 * or never; `isBehind` says when something is missing, and `caughtUp` brings it (ADR 63, 64).
 */
export type Thread = {
  /** By place. Places of people who were erased are missing. */
  messages: readonly MessageDto[]
  /** The window: every message of the room between these places is in `messages`. */
  from: number
  to: number
  /** Whether the window grows with new messages: it reached the newest one. */
  follows: boolean
  /** New messages that are not next to the window: what is between is being fetched. */
  loose: readonly MessageDto[]
  /** Every change up to this revision is known, as far as it is about the window. */
  revision: number
  /** The newest revision that was heard of. */
  heard: number
  /** The newest place that was heard of. */
  lastSeq: number
  reads: readonly RoomRead[]
  people: readonly RoomPerson[]
  barrier: WritingBarrier | null
}

/** How much of an answered message is quoted, as the server does. */
const QUOTED = 160

/** The newest page of a room. */
export function opened(page: ThreadPage): Thread {
  return {
    messages: page.data,
    from: startOf(page),
    to: page.lastSeq,
    follows: true,
    loose: [],
    revision: page.revision,
    heard: Math.max(page.revision, ...page.data.map(({ revision }) => revision)),
    lastSeq: page.lastSeq,
    reads: page.reads,
    people: page.people,
    barrier: page.barrier,
  }
}

/** The messages around a place: a page of those before it, which ends with it, and one of those after it. */
export function openedAt(before: ThreadPage, after: ThreadPage): Thread {
  const place = before.data.at(-1)?.seq ?? 0
  return joined({ ...opened(before), to: place, follows: false }, after)
}

/** A page of older messages, which ends where the window begins. */
export function withOlder(thread: Thread, page: ThreadPage): Thread {
  const facts = withFacts(thread, page)
  const data = page.data.filter(({ seq }) => seq < thread.from)
  return { ...facts, messages: [...data, ...thread.messages], from: startOf(page) }
}

/** A page of newer messages, which begins where the window ends. */
export function joined(thread: Thread, page: ThreadPage): Thread {
  if (thread.follows) return thread
  const data = page.data.filter(({ seq }) => seq > thread.to)
  const to = page.more ? (data.at(-1)?.seq ?? thread.to) : Math.max(page.lastSeq, data.at(-1)?.seq ?? 0)
  return {
    ...withFacts(thread, page),
    messages: [...thread.messages, ...data],
    to: Math.max(to, thread.to),
    follows: !page.more,
  }
}

/** A message that was written or changed, from the socket or the answer to a call. */
export function told(thread: Thread, message: MessageDto): Thread {
  const heard = Math.max(thread.heard, message.revision)
  const lastSeq = Math.max(thread.lastSeq, message.seq)
  // Known already; after a page that was older than the window the revision goes back, and it is asked for again.
  if (message.revision <= thread.revision) return thread
  const revision = message.revision === thread.revision + 1 ? message.revision : thread.revision
  return absorbed({ ...placed(thread, message, 'event'), heard, lastSeq, revision })
}

/** What was missed since the revision of the thread, in the order of the changes. */
export function caughtUp(thread: Thread, page: ThreadPage): Thread {
  const known = page.data.reduce((before, message) => placed(before, message, 'page'), thread)
  const last = page.data.at(-1)?.revision ?? thread.revision
  const facts = {
    ...withFacts(known, page),
    revision: Math.max(thread.revision, page.more ? last : page.revision),
  }
  if (page.more || !facts.follows) return absorbed(facts)
  // Nothing is missing up to the newest place: what is loose is next to the window, even if people between were erased.
  const upTo = facts.loose.filter(({ seq }) => seq <= page.lastSeq)
  return absorbed({
    ...facts,
    messages: [...facts.messages, ...upTo],
    loose: facts.loose.filter(({ seq }) => seq > page.lastSeq),
    to: Math.max(facts.to, page.lastSeq),
  })
}

/** Somebody has received or read more; never less. */
export function readBy(thread: Thread, read: RoomRead): Thread {
  return { ...thread, reads: mergedReads(thread.reads, [read]) }
}

/** Only the `most` oldest or newest messages: a window that grew while somebody read on. */
export function trimmed(thread: Thread, kept: 'oldest' | 'newest', most: number): Thread {
  if (thread.messages.length <= most) return thread
  if (kept === 'newest') {
    const messages = thread.messages.slice(-most)
    return { ...thread, messages, from: messages[0]!.seq }
  }
  const messages = thread.messages.slice(0, most)
  return { ...thread, messages, to: messages.at(-1)!.seq, follows: false, loose: [] }
}

/** Whether something was heard of that is not known yet. */
export const isBehind = ({ revision, heard }: Thread): boolean => heard > revision

export const hasOlder = ({ from }: Thread): boolean => from > 1
export const hasNewer = ({ follows }: Thread): boolean => !follows

/** Where a page begins: with its first message, or at the beginning of the room if nothing is before it. */
const startOf = ({ data, more }: ThreadPage): number => (more ? (data[0]?.seq ?? 1) : 1)

/**
 * What a page says about the room. A page that was read before changes the window knows of already may have old texts:
 * the changes since its revision are asked for again.
 */
function withFacts(thread: Thread, page: ThreadPage): Thread {
  const revisions = page.data.map(({ revision }) => revision)
  return {
    ...thread,
    revision: Math.min(thread.revision, page.revision),
    heard: Math.max(thread.heard, page.revision, ...revisions),
    lastSeq: Math.max(thread.lastSeq, page.lastSeq),
    reads: mergedReads(thread.reads, page.reads),
    ...(page.revision >= thread.revision && { people: page.people, barrier: page.barrier }),
  }
}

/** The message in its place, if that is in the window or follows it, and what is quoted of it. */
function placed(thread: Thread, message: MessageDto, from: 'event' | 'page'): Thread {
  const known = [...thread.messages, ...thread.loose].find(({ id }) => id === message.id)
  if (known && message.revision < known.revision) return thread
  // A page is newer than an event of the same revision: it has what was answered as it was read. What quotes the message
  // may still be older than both.
  const newest = known?.revision === message.revision && from === 'event' ? known : message
  const replace = (each: MessageDto) => (each.id === newest.id ? newest : quoting(each, newest))
  const messages = thread.messages.map(replace)
  const loose = thread.loose.map(replace)
  if (known || !thread.follows || message.seq <= thread.to) return { ...thread, messages, loose }
  return { ...thread, messages, loose: [...loose, message].toSorted((a, b) => a.seq - b.seq) }
}

/** Moves what is next to the window into it. */
function absorbed(thread: Thread): Thread {
  let { to } = thread
  const next = thread.loose.filter(({ seq }) => seq <= to || (seq === to + 1 && (to = seq) > 0))
  if (next.length === 0) return thread
  const loose = thread.loose.filter((message) => !next.includes(message))
  return { ...thread, to, loose, messages: [...thread.messages, ...next.filter(isNew(thread))] }
}

const isNew =
  ({ messages }: Thread) =>
  ({ seq }: MessageDto) =>
    seq > (messages.at(-1)?.seq ?? 0)

function quoting(message: MessageDto, answered: MessageDto): MessageDto {
  if (message.replyTo?.id !== answered.id) return message
  const text = [...answered.text].slice(0, QUOTED).join('')
  const attachment = answered.deletedAt === null ? message.replyTo.attachment : null
  // Somebody whose account was deleted has no name any more.
  const { name, lastName } = answered.sender
  return { ...message, replyTo: { ...message.replyTo, text, attachment, name, lastName } }
}

function mergedReads(known: readonly RoomRead[], told: readonly RoomRead[]): readonly RoomRead[] {
  const byUser = new Map(known.map((read) => [read.userId, read]))
  for (const { userId, deliveredSeq, readSeq } of told) {
    const before = byUser.get(userId)
    byUser.set(userId, {
      userId,
      deliveredSeq: Math.max(deliveredSeq, before?.deliveredSeq ?? 0),
      readSeq: Math.max(readSeq, before?.readSeq ?? 0),
    })
  }
  return [...byUser.values()]
}
