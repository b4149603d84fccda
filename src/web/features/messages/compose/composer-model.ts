import type { AttachmentDto } from '#contract/messages/attachments.ts'
import type { MessageDto } from '#contract/thread.ts'
import { attachmentKindOf } from '../bubble/attachment-kind.ts'

/** Why a message cannot be sent yet: files are on their way, or one was refused. */
export type HoldUp = 'waiting' | 'refused'

/** What somebody is writing in a room: a new message, an answer, or another text for one that was sent. */
export type Composing = {
  text: string
  replyTo: NonNullable<MessageDto['replyTo']> | null
  /** The message whose text is changed, and what was being written before that. */
  editing: { message: MessageDto; before: Pick<Composing, 'text' | 'replyTo'> } | null
  /** Files that have arrived at the server, for the message that is written. */
  attachments: readonly AttachmentDto[]
  /** Names of files that are on their way, and of those that were when the page was left. */
  uploading: readonly string[]
  lost: readonly string[]
}

export const NOTHING: Composing = {
  text: '',
  replyTo: null,
  editing: null,
  attachments: [],
  uploading: [],
  lost: [],
}

/** What is kept in the browser; a change of a message that was sent is not. */
export type KeptDraft = Pick<Composing, 'text' | 'replyTo' | 'attachments' | 'uploading'>

export function startAnswer(now: Composing, message: MessageDto): Composing {
  const { id, seq, sender, text } = message
  const { name, lastName } = sender
  const kept = now.editing ? now.editing.before.text : now.text
  return {
    ...now,
    text: kept,
    replyTo: { id, seq, name, lastName, text, attachment: attachmentKindOf(message) },
    editing: null,
  }
}

export function startEdit(now: Composing, message: MessageDto): Composing {
  const before = now.editing?.before ?? { text: now.text, replyTo: now.replyTo }
  return { ...now, text: message.text, replyTo: null, editing: { message, before } }
}

/** Ends the answer or the change; what was written before is there again. */
export function stopped(now: Composing): Composing {
  return now.editing ? { ...now, ...now.editing.before, editing: null } : { ...now, replyTo: null }
}

/** What to keep of it. */
export function keptOf(now: Composing): KeptDraft {
  const { text, replyTo } = now.editing?.before ?? now
  const { attachments, uploading } = now
  return { text, replyTo, attachments, uploading }
}

/** Whether there is nothing to keep. */
export function isNothing({ text, replyTo, attachments, uploading }: KeptDraft): boolean {
  return text.trim() === '' && replyTo === null && attachments.length + uploading.length === 0
}

/** Whether it can be sent: a new message has a text or files, and a changed one keeps its files. */
export function canBeSent({
  text,
  editing,
  attachments,
}: Pick<Composing, 'text' | 'editing' | 'attachments'>): boolean {
  return text.trim() !== '' || (editing?.message.attachments ?? attachments).length > 0
}

/** A name less in a list, once. */
export function without(names: readonly string[], name: string): readonly string[] {
  const place = names.indexOf(name)
  return place === -1 ? names : names.toSpliced(place, 1)
}

/** A draft from the storage; what an older release kept in another shape is dropped. */
export function restored(value: unknown): Composing {
  if (typeof value !== 'object' || value === null || !('text' in value)) return NOTHING
  const { text } = value
  const replyTo = 'replyTo' in value ? (value.replyTo as Composing['replyTo']) : null
  if (typeof text !== 'string') return NOTHING
  const attachments = listIn(value, 'attachments').filter(isAttachment)
  const lost = listIn(value, 'uploading').filter((name) => typeof name === 'string')
  return { ...NOTHING, text, replyTo, attachments, lost }
}

const listIn = (value: object, field: string): unknown[] => {
  const list: unknown = Reflect.get(value, field)
  return Array.isArray(list) ? list : []
}

const isAttachment = (value: unknown): value is AttachmentDto =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'byteSize' in value

/** The text with a sign in the place of what is selected, and where the cursor is then. */
export function withSign(text: string, sign: string, from: number, to: number): { text: string; at: number } {
  return { text: text.slice(0, from) + sign + text.slice(to), at: from + sign.length }
}
