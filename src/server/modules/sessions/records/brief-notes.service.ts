import type { BriefNotes, PutBriefNotesBody } from '#contract/sessions/session-records.ts'
import type { SessionId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal, found } from '#server/refusal.ts'
import * as stored from './brief-notes.repository.ts'
import { sessionEvent } from '../sessions.domain.ts'
import * as sessions from '../sessions.repository.ts'

/**
 * PUT brief/notes: stores what the coach writes for themselves, in any state of the session: notes that wait in a
 * browser while the session is closed elsewhere are not lost. The same text again changes nothing, so a save whose
 * answer was lost can be repeated. The event has no text: history and jobs are no place for it.
 * @throws Refusal `session.not_found`; `session.notes_outdated` if another text was stored meanwhile
 */
export function putBriefNotes(
  deps: Deps,
  actor: CoachActor,
  id: SessionId,
  { text, basedOn }: PutBriefNotesBody,
): Promise<BriefNotes> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const session = found(await sessions.lockSession(tx, scope, id), 'session.not_found')
    const before = await stored.findNotes(tx, scope, id)
    if (before.text === text) return before
    if (before.revision !== basedOn) throw new Refusal('session.notes_outdated')
    const notes = { text, revision: before.revision + 1 }
    await stored.putNotes(tx, scope, id, notes, deps.clock.now())
    await record(deps, tx, { type: 'session.brief_written', ...sessionEvent(session, actor.userId) })
    return notes
  })
}
