import { z } from 'zod'
import type { MessageId, MessageKey, RoomId } from '#contract/values.ts'
import { sendMessage } from '../modules/messages/sending.service.ts'
import { deleteMessage, editMessage, getThread, readMessages } from '../modules/messages/thread.service.ts'
import { type CastClient, idOf } from './clients.ts'
import data from './conversations.json' with { type: 'json' }
import { groupNamed } from './notes.ts'
import { type DemoPerson, actorOf } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import { Moment } from './world.ts'

const Message = z.strictObject({
  at: Moment,
  /** `coach`, or the key of a client. */
  by: z.string(),
  text: z.string(),
  /** What it is answered by. */
  named: z.string().optional(),
  answers: z.string().optional(),
  edited: z.strictObject({ at: Moment, text: z.string() }).optional(),
  deleted: Moment.optional(),
})

const Conversation = z.strictObject({
  with: z.union([z.strictObject({ client: z.string() }), z.strictObject({ group: z.string() })]),
  messages: z.array(Message),
  /** Who read everything that was there then. */
  read: z.array(z.strictObject({ who: z.string(), at: Moment })),
})
type Conversation = z.infer<typeof Conversation>

type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }

/** What the coach and their clients wrote to each other, and how far they read it. */
export function tellConversations(stage: Stage, schedule: Schedule, cast: Cast): void {
  for (const conversation of z.array(Conversation).parse(data)) {
    tellConversation(stage, schedule, conversation, cast)
  }
}

function tellConversation(
  stage: Stage,
  schedule: Schedule,
  { with: other, messages, read }: Conversation,
  { coach, clients }: Cast,
): void {
  const { deps } = stage
  const clientCalled = (key: string) => {
    const client = clients.get(key)
    if (!client) throw new Error(`Nobody is called ${key}`)
    return client
  }
  const actor = (who: string) => actorOf(deps, who === 'coach' ? coach : clientCalled(who).person)
  const room = async () =>
    ('client' in other
      ? idOf(clientCalled(other.client))
      : (await groupNamed(stage, other.group)).groupId) as string as RoomId
  const named = new Map<string, MessageId>()
  for (const { at, by, text, named: name, answers, edited, deleted } of messages) {
    let id: MessageId
    stage.on(schedule.instant(at), async () => {
      const replyTo = answers === undefined ? undefined : named.get(answers)
      const words = { text, attachments: [], clientKey: deps.newId<MessageKey>() }
      const body = { ...words, ...(replyTo && { replyTo }) }
      id = (await sendMessage(deps, await actor(by), await room(), body)).id
      if (name !== undefined) named.set(name, id)
    })
    if (edited) {
      stage.on(schedule.instant(edited.at), async () => editMessage(deps, await actor(by), id, edited.text))
    }
    if (deleted) stage.on(schedule.instant(deleted), async () => deleteMessage(deps, await actor(by), id))
  }
  for (const { who, at } of read) {
    stage.on(schedule.instant(at), async () => {
      const reader = await actor(who)
      const roomId = await room()
      const { lastSeq } = await getThread(deps, reader, roomId, { items: 1 })
      await readMessages(deps, reader, roomId, { readSeq: lastSeq })
    })
  }
}
