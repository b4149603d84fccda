import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { NEW_MESSAGE } from '#contract/events.ts'
import type { MessageDto, SendMessageBody } from '#contract/thread.ts'
import type { MessageId, RoomId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { BatchKind, Deps, News } from '../../deps.ts'
import { type Actor, ActorChanged } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { loadActor, openSince } from '../auth/auth.service.ts'
import { effectivePayment } from '../payments/payments.domain.ts'
import { attachmentKindOf } from './attachments.domain.ts'
import { attachFiles, takeFiles } from './attachments.service.ts'
import { forListeners, presentMessage, presentNews } from './messages.presenter.ts'
import { openRoom } from './rooms.repository.ts'
import { tellLater } from './telling.service.ts'
import { type MessageRow, findMessages } from './thread.repository.ts'
import {
  type Found,
  isKeyTaken,
  type NewMessage,
  type Outcome,
  rowOf,
  type Said,
  writeMessages,
} from './writing.repository.ts'

type Sending = { deps: Deps; actor: Actor; roomId: RoomId; body: SendMessageBody }
type Sent = MessageDto | Error

/** What people send at the same time is written together: most of what writing costs is the commit (ADR 69). */
const SENDING: BatchKind<Sending, Sent> = {
  keysOf: ({ actor, roomId }) => [`room ${roomId}`, `sender ${actor.userId}`],
  work: sendAll,
}

/**
 * POST: writes a message. The same key again is the message that was written, and tells the others again: this
 * server may have died before it told its own sockets.
 * @throws ActorChanged if they are not who they were when the request began
 * @throws Refusal `message.room_not_found`; `message.closed`; `coach.unpaid`; `message.key_used` for a key with another text or other files;
 * `message.too_many`; `message.reply_not_found`; `message.attachment_not_found`
 */
export async function sendMessage(
  deps: Deps,
  actor: Actor,
  roomId: RoomId,
  body: SendMessageBody,
): Promise<MessageDto> {
  const send = () => deps.batches.run(SENDING, { deps, actor, roomId, body })
  let sent = await send()
  if (sent instanceof Refusal && sent.code === 'message.room_not_found') {
    await requireUnchanged(deps, actor)
    // The first message of a room opens it; another person's does not become visible by that.
    await openRoom(deps.db, scopeOf(actor), roomId, deps.clock.now())
    sent = await send()
  }
  if (sent instanceof Error) throw sent
  return sent
}

async function sendAll(sendings: readonly Sending[]): Promise<Sent[]> {
  const [{ deps }] = sendings as [Sending]
  const { sent, tell } = await writeAll(deps, sendings).catch((error: unknown) => {
    // Written through another server at the same moment: now it is there.
    if (isKeyTaken(error)) return writeAll(deps, sendings)
    throw error
  })
  tell()
  return sent
}

/** What became of messages that were written together, and how others learn of them once that is committed. */
type Written = { sent: Sent[]; tell: () => void }

function writeAll(deps: Deps, sendings: readonly Sending[]): Promise<Written> {
  const { db, realtime } = deps
  if (sendings.every(({ body }) => body.attachments.length === 0)) return writeTexts(deps, sendings)
  return db.transaction().execute(async (tx) => {
    const { sent, news } = await writeWithFiles(deps, tx, sendings)
    return { sent, tell: await realtime.emitAllWith(tx, news) }
  })
}

/** One statement, which commits itself and tells the other servers: two round trips less (ADR 83). */
async function writeTexts(deps: Deps, sendings: readonly Sending[]): Promise<Written> {
  const { db, realtime } = deps
  const tellsItself = realtime.origin !== undefined
  const now = deps.clock.now()
  const drafts = sendings.map((sending) => draftOf(sending, now, NO_FILES, tellsItself))
  const outcomes = await write(deps, db, now, drafts)
  const known = outcomes.flatMap((outcome) => (outcome.verdict === 'known' ? [outcome.id] : []))
  // The others are written and told, whatever becomes of reading those that were known.
  const stored = known.length === 0 ? [] : await findMessages(db, known).catch((error: Error) => error)
  const [here, everywhere]: [News[], News[]] = [[], []]
  const sent = outcomes.map((outcome, index) =>
    answerOf(
      sendings[index]!,
      outcome,
      stored,
      tellsItself && outcome.verdict === 'written' ? here : everywhere,
    ),
  )
  const tell = () => {
    realtime.emitHere(here)
    realtime.emitAll(everywhere)
  }
  return { sent, tell }
}

async function writeWithFiles(deps: Deps, tx: Transaction<DB>, sendings: readonly Sending[]) {
  const drafts: { message: NewMessage; unusable: Refusal | undefined }[] = []
  const now = deps.clock.now()
  for (const sending of sendings) {
    const files = await filesOf(tx, sending)
    const unusable = files instanceof Refusal ? files : undefined
    drafts.push({ message: draftOf(sending, now, unusable ? NO_FILES : (files as Files), false), unusable })
  }
  const outcomes = await write(
    deps,
    tx,
    now,
    drafts.map(({ message }) => message),
  )
  const withFiles: MessageId[] = []
  for (const [index, outcome] of outcomes.entries()) {
    const { attachments } = sendings[index]!.body
    if (outcome.verdict === 'written') {
      const { message, unusable } = drafts[index]!
      // Undoes the others too; they are sent again without it.
      if (unusable) throw unusable
      await attachFiles(tx, message, attachments)
    }
    if (outcome.verdict === 'known' || (outcome.verdict === 'written' && attachments.length > 0)) {
      withFiles.push(outcome.id)
    }
  }
  const stored = withFiles.length === 0 ? [] : await findMessages(tx, withFiles)
  const news: News[] = []
  return { sent: outcomes.map((outcome, index) => answerOf(sendings[index]!, outcome, stored, news)), news }
}

function write(
  deps: Deps,
  db: Kysely<DB>,
  now: EpochMs,
  messages: readonly NewMessage[],
): Promise<Outcome[]> {
  return writeMessages(db, messages, {
    perMinute: deps.config.messagesPerMinute,
    now,
    timers: tellLater(
      deps,
      messages.map(({ roomId }) => roomId),
    ),
    openSince: openSince(deps),
    origin: deps.realtime.origin ?? null,
  })
}

/** What a sender is answered; what others learn is added to `news`. `stored` are the messages that had to be read. */
function answerOf(
  { deps, actor, body }: Sending,
  outcome: Outcome,
  stored: readonly MessageRow[] | Error,
  news: News[],
): Sent {
  if (stored instanceof Error && outcome.verdict === 'known') return stored
  if (outcome.verdict === 'senderChanged') return new ActorChanged()
  if (outcome.verdict !== 'written' && outcome.verdict !== 'known') return new Refusal(outcome.verdict)
  const read = stored instanceof Error ? undefined : stored.find(({ id }) => id === outcome.id)
  const row = read ?? outcome.row
  // Known a moment ago, and erased since.
  if (!row) return new Refusal('message.not_found')
  if (outcome.verdict === 'known' && !isSame(row, body)) return new Refusal('message.key_used')
  news.push(...newsOf(deps, row, outcome.listeners, actor.coachId))
  return presentMessage(deps, row, actor)
}

/** The statement compares the actor only where it finds a room. */
async function requireUnchanged(deps: Deps, { authSessionId, stored }: Actor): Promise<void> {
  const now = await loadActor(deps, authSessionId)
  if (!isDeepStrictEqual(now?.stored, stored)) throw new ActorChanged()
}

type Files = Awaited<ReturnType<typeof takeFiles>>
const NO_FILES: Files = []

/** Whether a refusal matters is known later: a message that was sent before may have been deleted since, with its files. */
function filesOf(tx: Transaction<DB>, { deps, actor, body }: Sending): Promise<Files | Refusal> {
  return takeFiles(deps, tx, actor, body.attachments).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
}

/** @param tellsItself whether the statement tells the other servers, which it cannot of files */
function draftOf(
  { deps, actor, roomId, body }: Sending,
  at: EpochMs,
  files: Files,
  tellsItself: boolean,
): NewMessage {
  const { text, replyTo = null, clientKey } = body
  const { userId, authSessionId, membershipId, coachId, stored } = actor
  const said = { id: deps.newId<MessageId>(), roomId, text, clientKey, senderId: userId, at }
  return {
    ...said,
    scope: scopeOf(actor),
    sender: { userId, authSessionId, membershipId, stored, isPaid: isPaid(deps, stored, at) },
    replyTo,
    attachment: files[0] ? attachmentKindOf(files[0].mediaType) : null,
    fileNames: files.map(({ name }) => name).join(' '),
    told: tellsItself ? { topic: WRITTEN, said: { ...said, coachId } satisfies SaidInRoom } : null,
  }
}

// Of an actor that was read some time ago: a period may have ended meanwhile.
function isPaid({ payments }: Deps, { paymentStatus, periodEndsAt }: Actor['stored'], now: EpochMs): boolean {
  return effectivePayment(paymentStatus, periodEndsAt, now, payments.provider).payment
}

/** Whether a retry says the same. What was changed since then does not say any more what was sent. */
function isSame(written: MessageRow, { text, attachments, replyTo }: SendMessageBody): boolean {
  if (written.editedAt !== null || written.deletedAt !== null) return true
  const files = written.attachments.map(({ id }) => id)
  return (
    written.text === text && written.answeredId === (replyTo ?? null) && isDeepStrictEqual(files, attachments)
  )
}

// What the statement publishes for other servers, with the version of its shape. What their people see of a message is made there, with signed addresses
// of photos, for instance.
const WRITTEN = 'message written 1'

type SaidInRoom = Said & { coachId: UserId }

/** Sends the people of this server what was written through others. */
export function passOnMessages(deps: Deps): void {
  deps.realtime.onPublished<{ said: SaidInRoom; found: Found }>(WRITTEN, ({ said, found: stored }) => {
    const { coachId, ...message } = said
    return newsOf(deps, rowOf(message, stored), stored.listeners, coachId)
  })
}

/** The news for the sockets of everybody in the room, its sender's own too. */
function newsOf(deps: Deps, row: MessageRow, listeners: Found['listeners'], coachId: UserId): News[] {
  const told = forListeners(row, listeners, coachId, (viewer) => presentNews(deps, row, viewer))
  return told.map((each) => ({ name: NEW_MESSAGE as typeof NEW_MESSAGE, ...each }))
}
