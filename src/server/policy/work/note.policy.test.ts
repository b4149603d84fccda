import { expect, test } from 'vitest'
import { NoteAction } from '#contract/notes/notes.ts'
import type { GroupId } from '#contract/values.ts'
import {
  clientActor,
  coachActor,
  mariana,
  otherClient,
  otherCoach,
  ours,
  pedro,
} from '#test/support/actors.ts'
import type { Actor } from '../actor.ts'
import { type NoteSubject, can } from './note.policy.ts'

const groupId = 'group-1' as GroupId
const own = (visibility: NoteSubject['visibility']): NoteSubject => ({
  coachId: ours,
  clientId: mariana,
  groupId: null,
  visibility,
})

const allowed = (actor: Actor, note: NoteSubject) =>
  (['read', ...NoteAction.options] as const).filter((action) => can(actor, action, note))

// @spec P.98
test.each<[string, Actor, NoteSubject, string[]]>([
  ['its coach, of a private one', coachActor, own('private'), ['read', 'edit', 'share', 'remove']],
  ['its coach, of a shared one', coachActor, own('shared'), ['read', 'edit', 'unshare', 'remove']],
  ['its client, of a private one', clientActor, own('private'), []],
  ['its client, of a shared one', clientActor, own('shared'), ['read']],
  ['another client', clientActor, { ...own('shared'), clientId: pedro }, []],
  ['a member of its group', clientActor, { ...own('shared'), clientId: null, groupId }, ['read']],
  ['a member, of a private one', clientActor, { ...own('private'), clientId: null, groupId }, []],
  ['another coach', otherCoach, own('shared'), []],
  ['a client of another coach', otherClient, own('shared'), []],
])('%s may (product §13, §20)', (_, actor, note, expected) => {
  expect(allowed(actor, note)).toEqual(expected)
})
