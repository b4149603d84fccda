import type { MessageDto } from '#contract/thread.ts'
import { attachmentKindOf } from '../bubble/attachment-kind.ts'

/** What somebody is writing in a room: a new message, an answer, or another text for one that was sent. */
export type Composing = {
  text: string
  replyTo: NonNullable<MessageDto['replyTo']> | null
  /** The message whose text is changed, and what was being written before that. */
  editing: { message: MessageDto; before: Pick<Composing, 'text' | 'replyTo'> } | null
}

export const NOTHING: Composing = { text: '', replyTo: null, editing: null }

/** What is kept in the browser; a change of a message that was sent is not. */
export type KeptDraft = Pick<Composing, 'text' | 'replyTo'>

export function startAnswer(now: Composing, message: MessageDto): Composing {
  const { id, seq, sender, text } = message
  const { name, lastName } = sender
  const kept = now.editing ? now.editing.before.text : now.text
  return {
    text: kept,
    replyTo: { id, seq, name, lastName, text, attachment: attachmentKindOf(message) },
    editing: null,
  }
}

export function startEdit(now: Composing, message: MessageDto): Composing {
  const before = now.editing?.before ?? { text: now.text, replyTo: now.replyTo }
  return { text: message.text, replyTo: null, editing: { message, before } }
}

/** Ends the answer or the change; what was written before is there again. */
export function stopped(now: Composing): Composing {
  return now.editing ? { ...now.editing.before, editing: null } : { ...now, replyTo: null }
}

/** What to keep of it. */
export function keptOf(now: Composing): KeptDraft {
  return now.editing ? now.editing.before : { text: now.text, replyTo: now.replyTo }
}

/** A draft from the storage; what an older release kept in another shape is dropped. */
export function restored(value: unknown): Composing {
  if (typeof value !== 'object' || value === null || !('text' in value)) return NOTHING
  const { text } = value
  const replyTo = 'replyTo' in value ? (value.replyTo as Composing['replyTo']) : null
  return typeof text === 'string' ? { text, replyTo, editing: null } : NOTHING
}

/** The text with a sign in the place of what is selected, and where the cursor is then. */
export function withSign(text: string, sign: string, from: number, to: number): { text: string; at: number } {
  return { text: text.slice(0, from) + sign + text.slice(to), at: from + sign.length }
}
