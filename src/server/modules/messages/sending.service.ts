import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { NEW_MESSAGE } from '#contract/events.ts'
import type { MessageDto, SendMessageBody } from '#contract/thread.ts'
import type { MessageId, RoomId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { BatchKind } from '#server/platform/postgres/batches.ts'
import type { News } from '#server/platform/realtime/realtime.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { attachmentKindOf } from './attachments.domain.ts'
import { attachFiles, takeFiles } from './attachments.service.ts'
import { presentNews } from './messages.presenter.ts'
import { openRoom } from './rooms.repository.ts'
import { tellLater } from './telling.service.ts'
import { type MessageRow, type NewMessage, findMessages } from './thread.repository.ts'
import { lockRooms, writeMessages } from './writing.repository.ts'

type Sending = { deps: Deps; actor: Actor; roomId: RoomId; body: SendMessageBody }

/** What people send at the same time is written together: most of what writing costs is the commit (ADR 69). */
const SENDING: BatchKind<Sending, MessageDto | Refusal> = {
  keysOf: ({ actor, roomId }) => [`room ${roomId}`, `sender ${actor.userId}`],
  work: sendAll,
}

/**
 * POST: writes a message. The same key again is the message that was written, and tells the others again: this
 * server may have died before it told its own sockets.
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
    // The first message of a room opens it; another person's does not become visible by that.
    await openRoom(deps.db, scopeOf(actor), roomId, deps.clock.now())
    sent = await send()
  }
  if (sent instanceof Refusal) throw sent
  return sent
}

async function sendAll(sendings: readonly Sending[]): Promise<(MessageDto | Refusal)[]> {
  const [{ deps }] = sendings as [Sending]
  const { sent, tell } = await deps.db.transaction().execute((tx) => writeAll(deps, tx, sendings))
  tell()
  return sent
}

type Draft = { sending: Sending; message: NewMessage; unusable: Refusal | undefined }

async function writeAll(deps: Deps, tx: Transaction<DB>, sendings: readonly Sending[]) {
  const visible = await lockRooms(
    tx,
    sendings.map(({ actor, roomId }) => ({ scope: scopeOf(actor), senderUserId: actor.userId, roomId })),
  )
  const drafts: Draft[] = []
  for (const sending of sendings.filter((_, index) => visible[index])) {
    drafts.push(await draftOf(tx, sending))
  }
  const outcomes = await writeMessages(
    tx,
    drafts.map(({ message }) => message),
    { perMinute: deps.config.messagesPerMinute, now: deps.clock.now() },
  )
  for (const [index, { sending, unusable, message }] of drafts.entries()) {
    if (outcomes[index]!.verdict !== 'written') continue
    // Undoes the others too; they are sent again without it.
    if (unusable) throw unusable
    await attachFiles(tx, message, sending.body.attachments)
  }
  const written = drafts.filter((_, index) => outcomes[index]!.verdict === 'written')
  await tellLater(
    deps,
    tx,
    written.map(({ sending }) => sending.roomId),
  )
  const rows = await findMessages(
    tx,
    outcomes.map(({ id }) => id),
  )
  const results = new Map<Sending, MessageDto | Refusal>()
  const news: News[] = []
  for (const [index, { sending }] of drafts.entries()) {
    const { id, verdict, listeners } = outcomes[index]!
    if (verdict !== 'written' && verdict !== 'known') {
      results.set(sending, new Refusal(verdict))
      continue
    }
    const row = rows.find((each) => each.id === id)!
    if (verdict === 'known' && !isSame(row, sending.body)) {
      results.set(sending, new Refusal('message.key_used'))
      continue
    }
    const payload = presentNews(deps, row)
    results.set(sending, payload.message)
    news.push({ to: listeners, name: NEW_MESSAGE, payload: [payload] })
  }
  const tell = await deps.realtime.emitAllWith(tx, news)
  return {
    sent: sendings.map((sending) => results.get(sending) ?? new Refusal('message.room_not_found')),
    tell,
  }
}

async function draftOf(tx: Transaction<DB>, sending: Sending): Promise<Draft> {
  const { deps, actor, roomId, body } = sending
  const { text, attachments, replyTo = null, clientKey } = body
  // Whether it matters is known later: a message that was sent before may have been deleted since, with its files.
  const files = await takeFiles(deps, tx, actor, attachments).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  const taken = files instanceof Refusal ? [] : files
  const message = {
    id: deps.newId<MessageId>(),
    roomId,
    senderUserId: actor.userId,
    isPaid: actor.paid,
    text,
    clientKey,
    replyTo,
    attachment: taken[0] ? attachmentKindOf(taken[0].mediaType) : null,
    fileNames: taken.map(({ name }) => name).join(' '),
  }
  return { sending, message, unusable: files instanceof Refusal ? files : undefined }
}

/** Whether a retry says the same. What was changed since then does not say any more what was sent. */
function isSame(written: MessageRow, { text, attachments, replyTo }: SendMessageBody): boolean {
  if (written.editedAt !== null || written.deletedAt !== null) return true
  const files = written.attachments.map(({ id }) => id)
  return (
    written.text === text && written.answeredId === (replyTo ?? null) && isDeepStrictEqual(files, attachments)
  )
}
