import { NoteAction, type NoteDto, type NoteItem, type NoteVersionItem } from '#contract/notes/notes.ts'
import { toWire } from '#contract/values.ts'
import type { Actor } from '../../policy/actor.ts'
import * as notePolicy from '../../policy/work/note.policy.ts'
import type { VersionRow } from './note-versions.repository.ts'
import { excerptOf } from './notes.domain.ts'
import type { NoteItemRow, NoteRow } from './notes.repository.ts'

/** A note as one side reads it in a list. How a coach arranges their notes is theirs: tags and pins. */
export function presentItem(row: NoteItemRow, viewer: Actor): NoteItem {
  const isCoach = viewer.userType === 'coach'
  return {
    id: row.id,
    about: {
      type: row.groupId === null ? 'Client' : 'Group',
      id: (row.groupId ?? row.clientId)!,
      name: row.aboutName,
    },
    title: row.title,
    excerpt: excerptOf(row.text),
    template: row.template,
    visibility: row.visibility,
    sharedAt: toWire(row.sharedAt),
    sessionId: row.sessionId,
    sessionStartsAt: isCoach || row.isSessionTheirs === true ? toWire(row.sessionStartsAt) : null,
    goalId: row.goalId,
    goalTitle: isCoach || row.isGoalTheirs === true ? row.goalTitle : null,
    tags: isCoach ? row.tags : [],
    pinned: isCoach && row.pinned,
    revision: row.revision,
    writtenAt: toWire(row.writtenAt),
    createdAt: toWire(row.createdAt),
    allowedActions: NoteAction.options.filter((action) => notePolicy.can(viewer, action, row)),
  }
}

/** A whole note. */
export function presentNote(row: NoteRow, viewer: Actor): NoteDto {
  return { ...presentItem(row, viewer), body: row.body }
}

export function presentVersion(row: VersionRow): NoteVersionItem {
  return {
    id: row.id,
    revision: row.revision,
    title: row.title,
    writtenAt: toWire(row.writtenAt),
    replacedAt: toWire(row.replacedAt),
  }
}
