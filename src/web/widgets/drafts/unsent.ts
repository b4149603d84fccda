import { keysOf } from '#contract/keys-of.ts'
import type { PutBriefNotesBody } from '#contract/sessions/session-records.ts'
import type { PreparationAnswers } from '#contract/sessions/sessions.ts'
import { call } from '#web/api/call.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { type NoteDraft, noteSending } from '#web/widgets/notes/send-note.ts'
import { briefNotesSaving } from '#web/widgets/session/brief-notes.ts'
import { preparationBody } from '#web/widgets/session/preparation-body.ts'

/** What can be left unsent; the first part of a draft's name. */
export const UNSENT_KINDS = [
  'preparation',
  'briefNotes',
  'note',
  'closing',
  'correction',
  'resource',
  'message',
  'composing',
] as const
export type UnsentKind = (typeof UNSENT_KINDS)[number]

/** The kinds of unsent drafts in this browser. */
export function unsentKinds(): UnsentKind[] {
  const names = drafts.names()
  return UNSENT_KINDS.filter((kind) => names.some((name) => name.startsWith(`${kind}.`)))
}

/** How each kind is sent that is saved automatically anyway. The others are sent only by their own button. */
const SENDERS = { preparation: sendPreparation, briefNotes: sendNotes, note: sendNote } as const
export type SentKind = keyof typeof SENDERS | 'message'

/** Whether a sign-out sends drafts of this kind. */
export function isSent(kind: UnsentKind): kind is SentKind {
  return kind === 'message' || kind in SENDERS
}

/**
 * Sends what can be sent before a sign-out (product §1 D16): preparations, a coach's notes and those on briefs, and messages
 * on their way. A closing, a correction, and a message that is still being written are sent only by their own button,
 * because other people read them. Returns whether everything was sent.
 */
export async function sendUnsent(): Promise<boolean> {
  // Messages have an order, which their outbox keeps.
  const sent = await Promise.all([outbox.send(), ...drafts.names().map(send)])
  return sent.every(Boolean)
}

async function send(name: string): Promise<boolean> {
  const kind = keysOf(SENDERS).find((each) => name.startsWith(`${each}.`))
  if (kind === undefined) return true
  const draft = await drafts.read(name)
  if (typeof draft !== 'object' || draft === null) return true
  try {
    await SENDERS[kind](name.slice(kind.length + 1), draft)
  } catch {
    return false
  }
  drafts.remove(name)
  return true
}

function sendPreparation(sessionId: string, answers: object): Promise<unknown> {
  return call('PUT /v1/session/:sessionId/preparation', {
    params: { sessionId },
    body: preparationBody(answers as PreparationAnswers),
  })
}

function sendNotes(sessionId: string, notes: object): Promise<unknown> {
  return briefNotesSaving(sessionId)(notes as PutBriefNotesBody)
}

/** A note that meets another text stays: which of them counts, a person chooses. */
function sendNote(_: string, draft: object): Promise<unknown> {
  return noteSending()(draft as NoteDraft)
}
