import type { BriefNotes, PutBriefNotesBody } from '#contract/sessions/session-records.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'

/** `merged`: another text had been stored meanwhile, and the stored one now has both. */
export type SavedNotes = { notes: BriefNotes; merged: boolean }

/**
 * Saves a coach's notes on the brief of a session, again and again. Where another device has changed them meanwhile,
 * both texts are kept, theirs first: nothing that was written is lost, and nobody is asked while they write.
 */
export function briefNotesSaving(sessionId: string) {
  const at = { params: { sessionId } }
  /** The revision of what was saved here last: what is written here later is based on it. */
  let saved = 0
  /** Sent without an answer so far: the server may have them, and then they are no text of another device. */
  const unanswered = new Set<string>()

  const attempt = async (mine: string, body: PutBriefNotesBody): Promise<SavedNotes> => {
    unanswered.add(body.text.trim())
    try {
      // Quietly: it is saved while somebody writes, and the answer has all that follows from it.
      const notes = await call('PUT /v1/session/:sessionId/brief/notes', { ...at, body }, { quiet: true })
      unanswered.clear()
      const merged = body.text !== mine
      if (!merged) saved = notes.revision
      return { notes, merged }
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'session.notes_outdated') throw failure
      unanswered.delete(body.text.trim())
      const { notes: theirs } = await call('GET /v1/session/:sessionId/brief', at)
      const text = unanswered.has(theirs.text) ? mine : bothTexts(theirs.text, mine)
      return attempt(mine, { text, basedOn: theirs.revision })
    }
  }
  return ({ text, basedOn }: PutBriefNotesBody) => attempt(text, { text, basedOn: Math.max(basedOn, saved) })
}

/** One text with all that two say: the one that has the other in it, else one after the other. */
export function bothTexts(theirs: string, mine: string): string {
  if (mine.includes(theirs.trim())) return mine
  return theirs.includes(mine.trim()) ? theirs : `${theirs}\n\n${mine}`
}
