import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { NEW_MESSAGE } from '#contract/events.ts'
import type { MessageDto, SendMessageBody } from '#contract/thread.ts'
import type { MessageId, RoomId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { BatchKind, Deps, News } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { attachmentKindOf } from './attachments.domain.ts'
import { attachFiles, takeFiles } from './attachments.service.ts'
import { forListeners, presentMessage, presentNews } from './messages.presenter.ts'
import { openRoom } from './rooms.repository.ts'
import { tellLater } from './telling.service.ts'
import { type MessageRow, findMessages } from './thread.repository.ts'
import { isKeyTaken, type NewMessage, writeMessages } from './writing.repository.ts'

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
  const write = () => deps.db.transaction().execute((tx) => writeAll(deps, tx, sendings))
  const { sent, tell } = await write().catch((error: unknown) => {
    // Written through another server at the same moment: now it is there.
    if (isKeyTaken(error)) return write()
    throw error
  })
  tell()
  return sent
}

type Draft = { message: NewMessage; unusable: Refusal | undefined }

async function writeAll(deps: Deps, tx: Transaction<DB>, sendings: readonly Sending[]) {
  const drafts: Draft[] = []
  for (const sending of sendings) drafts.push(await draftOf(tx, sending))
  const outcomes = await writeMessages(
    tx,
    drafts.map(({ message }) => message),
    {
      perMinute: deps.config.messagesPerMinute,
      now: deps.clock.now(),
      tellLater: tellLater(
        deps,
        sendings.map(({ roomId }) => roomId),
      ),
    },
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
  const sent = outcomes.map((outcome, index) => {
    const { actor, body } = sendings[index]!
    if (outcome.verdict !== 'written' && outcome.verdict !== 'known') return new Refusal(outcome.verdict)
    const row = stored.find(({ id }) => id === outcome.id) ?? found(outcome.row, 'message.not_found')
    if (outcome.verdict === 'known' && !isSame(row, body)) return new Refusal('message.key_used')
    const told = forListeners(row, outcome.listeners, actor.coachId, (viewer) =>
      presentNews(deps, row, viewer),
    )
    news.push(...told.map((each) => ({ name: NEW_MESSAGE as typeof NEW_MESSAGE, ...each })))
    return presentMessage(deps, row, actor)
  })
  return { sent, tell: await deps.realtime.emitAllWith(tx, news) }
}

async function draftOf(tx: Transaction<DB>, { deps, actor, roomId, body }: Sending): Promise<Draft> {
  const { text, attachments, replyTo = null, clientKey } = body
  // Whether it matters is known later: a message that was sent before may have been deleted since, with its files.
  const files = await takeFiles(deps, tx, actor, attachments).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  const taken = files instanceof Refusal ? [] : files
  const message = {
    scope: scopeOf(actor),
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
  return { message, unusable: files instanceof Refusal ? files : undefined }
}

/** Whether a retry says the same. What was changed since then does not say any more what was sent. */
function isSame(written: MessageRow, { text, attachments, replyTo }: SendMessageBody): boolean {
  if (written.editedAt !== null || written.deletedAt !== null) return true
  const files = written.attachments.map(({ id }) => id)
  return (
    written.text === text && written.answeredId === (replyTo ?? null) && isDeepStrictEqual(files, attachments)
  )
}
