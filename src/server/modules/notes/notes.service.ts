import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { type RichText, plainText } from '#contract/rich-text/rich-text.ts'
import type { NewNoteBody, NoteBody, NoteDto, NoteListQuery } from '#contract/notes/notes.ts'
import type { NoteId, NoteVersionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEventOf } from '../../domain-events.ts'
import { record } from '#server/events/record.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import * as notePolicy from '../../policy/work/note.policy.ts'
import { type CoachScope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { insertVersion } from './note-versions.repository.ts'
import { isVersionDue } from './notes.domain.ts'
import { presentItem, presentNote } from './notes.presenter.ts'
import * as notes from './notes.repository.ts'

/** GET: the notes about a client or a group; a client reads the shared ones. */
export async function listNotes(deps: Deps, actor: Actor, about: notes.About, query: NoteListQuery) {
  const { tag, sessionId, pinned, page, items } = query
  const scope = scopeOf(actor)
  const isCoach = actor.userType === 'coach'
  const filter = { tag, sessionId, pinned: pinned === undefined ? undefined : pinned === 'true' }
  const [exists, { rows, total }, tags] = await Promise.all([
    notes.hasAbout(deps.db, scope, about),
    // Tags are the coach's: nobody else may ask for one.
    notes.listNotes(deps.db, scope, about, isCoach ? filter : { sessionId }, query),
    isCoach ? notes.listTags(deps.db, scopeOf(actor), about) : [],
  ])
  if (!exists) throw new Refusal('clientId' in about ? 'client.not_found' : 'group.not_found')
  return { data: rows.map((row) => presentItem(row, actor)), total, page, items, tags, canAdd: isCoach }
}

/** GET: one note with its text. @throws Refusal `note.not_found`, also for one that the reader may not read */
export async function getNote(deps: Deps, actor: Actor, id: NoteId): Promise<NoteDto> {
  const note = found(await notes.findNote(deps.db, scopeOf(actor), id), 'note.not_found')
  if (!notePolicy.can(actor, 'read', note)) throw new Refusal('note.not_found')
  return presentNote(note, actor)
}

/**
 * POST: adds a note that only its coach reads. The same id again is the note that was added, as when an answer was lost.
 * @throws Refusal `client.not_found`, `group.not_found`, `session.not_found`, `goal.not_found`; `note.not_found` for an id that is taken
 */
export function createNote(deps: Deps, actor: CoachActor, body: NewNoteBody): Promise<NoteDto> {
  const {
    id,
    template,
    title,
    tags,
    pinned,
    sessionId = null,
    goalId = null,
    clientId = null,
    groupId = null,
  } = body
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const about = clientId === null ? { groupId: groupId! } : { clientId }
    if (!(await notes.hasAbout(tx, scope, about))) {
      throw new Refusal(clientId === null ? 'group.not_found' : 'client.not_found')
    }
    await refuseOthers(tx, scope, about, { sessionId, goalId })
    const text = searchedText(body.body)
    const note = { id, clientId, groupId, template, title, body: body.body, text, pinned, sessionId, goalId }
    const isNew = await notes.insertNote(tx, scope, { ...note, tags: unique(tags) }, deps.clock.now())
    const stored = found(await notes.findNote(tx, scope, id), 'note.not_found')
    if (isNew) await recordNote(deps, tx, actor, 'note.added', stored, false)
    return presentNote(stored, actor)
  })
}

/**
 * PUT: changes what is given. A text equal to the stored one changes nothing, whatever it was written on, so a save whose
 * answer was lost can be repeated. What is replaced becomes a version if the last one is ten minutes old.
 * @throws Refusal `note.not_found`, `session.not_found`, `goal.not_found`; `note.conflict` if another text was stored meanwhile
 */
export function putNote(deps: Deps, actor: CoachActor, id: NoteId, body: NoteBody): Promise<NoteDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const note = found(await notes.lockNote(tx, scope, id), 'note.not_found')
    const settings = settingsOf(note, body)
    // What it is tied to already stays, also once it could not be chosen any more.
    await refuseOthers(tx, scope, aboutOf(note), settings)
    const written = writtenOf(note, body)
    if (written && body.basedOn !== note.revision) throw new Refusal('note.conflict')
    if (!written && Object.keys(settings).length === 0) return presentNote(note, actor)
    const change =
      written && (await replaceWords(deps, tx, scope, note, written, body.keepsReplaced ?? false, now))
    await notes.updateNote(tx, scope, id, { ...settings, ...change }, now)
    // How a coach arranges notes is nothing that others see; what a note is tied to is.
    const isSeen = written !== undefined || 'sessionId' in settings || 'goalId' in settings
    await recordNote(deps, tx, actor, 'note.written', note, isSeen && isShared(note))
    return presentNote(found(await notes.findNote(tx, scope, id), 'note.not_found'), actor)
  })
}

/** POST share, unshare: lets its client or group read a note, or no longer. The same again changes nothing. */
export function setShared(deps: Deps, actor: CoachActor, id: NoteId, shared: boolean): Promise<NoteDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const note = found(await notes.lockNote(tx, scope, id), 'note.not_found')
    if (isShared(note) === shared) return presentNote(note, actor)
    await notes.updateNote(tx, scope, id, { sharedAt: shared ? now : null }, now)
    await recordNote(deps, tx, actor, shared ? 'note.shared' : 'note.unshared', note, true)
    return presentNote(found(await notes.findNote(tx, scope, id), 'note.not_found'), actor)
  })
}

/** DELETE: deletes a note until it is restored. */
export async function deleteNote(deps: Deps, actor: CoachActor, id: NoteId): Promise<void> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const note = found(await notes.lockNote(tx, scope, id), 'note.not_found')
    await notes.updateNote(tx, scope, id, { deletedAt: now }, now)
    await recordNote(deps, tx, actor, 'note.removed', note, isShared(note))
  })
}

/** POST restore: a deleted note as it was, its readers included. */
export function restoreNote(deps: Deps, actor: CoachActor, id: NoteId): Promise<NoteDto> {
  const scope = scopeOf(actor)
  return deps.db.transaction().execute(async (tx) => {
    const note = found(await notes.lockNote(tx, scope, id, 'deleted'), 'note.not_found')
    await notes.updateNote(tx, scope, id, { deletedAt: null }, deps.clock.now())
    await recordNote(deps, tx, actor, 'note.restored', note, isShared(note))
    return presentNote(note, actor)
  })
}

type Words = { title: string; body: RichText }

/**
 * What replaces the words of a locked note, with the version of what it said before if one is due or wanted.
 * @returns what to change
 */
export async function replaceWords(
  deps: Deps,
  tx: Transaction<DB>,
  scope: CoachScope,
  note: notes.NoteRow,
  { title, body }: Words,
  keepsReplaced: boolean,
  now: EpochMs,
): Promise<notes.NoteChange> {
  const keeps = keepsReplaced || isVersionDue(note.versionedAt, now)
  if (keeps) await insertVersion(tx, scope, deps.newId<NoteVersionId>(), note, now)
  return {
    title,
    body,
    text: searchedText(body),
    revision: note.revision + 1,
    writtenAt: now,
    ...(keeps && { versionedAt: now }),
  }
}

/** Records what happened to a note; never what it says. */
export async function recordNote(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  type: DomainEventOf<`note.${string}` & Parameters<typeof record>[2]['type']>['type'],
  { id, clientId, groupId }: Pick<notes.NoteRow, 'id' | 'clientId' | 'groupId'>,
  shared: boolean,
): Promise<void> {
  const payload = { clientId, groupId, shared }
  await record(deps, tx, { type, coachId: actor.coachId, actorUserId: actor.userId, subjectId: id, payload })
}

export const isShared = ({ visibility }: Pick<notes.NoteRow, 'visibility'>): boolean =>
  visibility === 'shared'

/** The words that are wanted, if they are others than those stored. */
function writtenOf(
  note: notes.NoteRow,
  { title = note.title, body = note.body }: NoteBody,
): Words | undefined {
  return title === note.title && isDeepStrictEqual(body, note.body) ? undefined : { title, body }
}

/** The settings that are wanted and differ from those stored. */
function settingsOf(note: notes.NoteRow, { tags, pinned, sessionId, goalId }: NoteBody): notes.NoteChange {
  const wanted = tags && unique(tags)
  return {
    ...(wanted && !isDeepStrictEqual(wanted, note.tags) && { tags: wanted }),
    ...(pinned !== undefined && pinned !== note.pinned && { pinned }),
    ...(sessionId !== undefined && sessionId !== note.sessionId && { sessionId }),
    ...(goalId !== undefined && goalId !== note.goalId && { goalId }),
  }
}

/** @throws Refusal `session.not_found`, `goal.not_found` for what belongs to others than the note is about */
async function refuseOthers(
  tx: Transaction<DB>,
  scope: CoachScope,
  about: notes.About,
  { sessionId, goalId }: Pick<NoteBody, 'sessionId' | 'goalId'>,
): Promise<void> {
  if (sessionId && !(await notes.isSessionOf(tx, scope, about, sessionId))) {
    throw new Refusal('session.not_found')
  }
  if (goalId && !(await notes.isGoalOf(tx, scope, about, goalId))) throw new Refusal('goal.not_found')
}

function aboutOf({ clientId, groupId }: notes.NoteRow): notes.About {
  return groupId === null ? { clientId: clientId! } : { groupId }
}

/** Tags that differ in case alone are one. */
function unique(tags: readonly string[]): string[] {
  return [...new Map(tags.map((tag) => [tag.toLocaleLowerCase('es'), tag])).values()]
}

/** Composed characters, which is what searches compare. */
const searchedText = (body: unknown): string => plainText(body as RichText).normalize('NFC')
