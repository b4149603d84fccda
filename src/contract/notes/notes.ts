import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RichTextBody, RichTextSent } from '../rich-text/rich-text-schema.ts'
import {
  ClientId,
  CoacheeType,
  GroupId,
  GoalId,
  IsoInstant,
  NoteId,
  NoteVersionId,
  PageQuery,
  SessionId,
  line,
  pageOf,
} from '../values.ts'

/** What a new note begins with (product §13). */
export const NoteTemplate = z.enum(['free', 'grow', 'followUp', 'firstSession', 'closing'])
export type NoteTemplate = z.infer<typeof NoteTemplate>

/** Who reads a note: its coach alone, or its client or group too. */
export const NoteVisibility = z.enum(['private', 'shared'])
export type NoteVisibility = z.infer<typeof NoteVisibility>

/** What the viewer may do with a note now; a client reads. */
export const NoteAction = z.enum(['edit', 'share', 'unshare', 'remove'])
export type NoteAction = z.infer<typeof NoteAction>

/** Most tags of one note, and their length. */
export const MOST_NOTE_TAGS = 15
export const LONGEST_NOTE_TAG = 40
/** The longest title; an empty one is allowed. */
export const LONGEST_NOTE_TITLE = 120

const title = line(0, LONGEST_NOTE_TITLE)
const tags = z.array(line(1, LONGEST_NOTE_TAG)).max(MOST_NOTE_TAGS)

/** A note without what it says, as lists have it. */
export const NoteItem = z.object({
  id: NoteId,
  /** Whom it is about; `name` is the person's whole name, or that of the group. */
  about: z.object({ type: CoacheeType, id: z.uuid(), name: z.string() }),
  title: z.string(),
  /** How its text begins. */
  excerpt: z.string(),
  template: NoteTemplate,
  visibility: NoteVisibility,
  sharedAt: IsoInstant.nullable(),
  sessionId: SessionId.nullable(),
  /** When that session begins; null for a reader who may not open it. */
  sessionStartsAt: IsoInstant.nullable(),
  goalId: GoalId.nullable(),
  /** What that goal is called; null for a reader who may not open it, and of one that was deleted. */
  goalTitle: z.string().nullable(),
  /** For the coach; empty for a client. */
  tags: z.array(z.string()),
  /** For the coach; false for a client. */
  pinned: z.boolean(),
  /** Grows with every change of title or text. */
  revision: z.int(),
  /** When title or text changed last. */
  writtenAt: IsoInstant,
  createdAt: IsoInstant,
  allowedActions: z.array(NoteAction),
})
export type NoteItem = z.infer<typeof NoteItem>

export const NoteDto = NoteItem.extend({ body: RichTextSent })
export type NoteDto = z.infer<typeof NoteDto>

const NoteParams = z.strictObject({ noteId: NoteId })
const VersionParams = z.strictObject({ noteId: NoteId, versionId: NoteVersionId })

/**
 * A new note is the coach's alone. Its id is made by the browser, which writes it down before it is sent: the same one
 * sent again is added once.
 */
export const NewNoteBody = z
  .strictObject({
    id: NoteId,
    clientId: ClientId.optional(),
    groupId: GroupId.optional(),
    template: NoteTemplate.default('free'),
    title,
    body: RichTextBody,
    tags: tags.default([]),
    pinned: z.boolean().default(false),
    sessionId: SessionId.nullable().optional(),
    goalId: GoalId.nullable().optional(),
  })
  .superRefine(({ clientId, groupId }, context) => {
    if (clientId === undefined && groupId === undefined) {
      context.addIssue({ code: 'custom', path: ['clientId'], message: 'required' })
    }
    if (clientId !== undefined && groupId !== undefined) {
      context.addIssue({ code: 'custom', path: ['groupId'], message: 'unknown_key' })
    }
  })
export type NewNoteBody = z.infer<typeof NewNoteBody>

export const createNote = endpoint({
  method: 'POST',
  path: '/v1/note',
  access: 'paidCoach',
  largeBody: true,
  summary:
    'Adds a note about a client or a group, which only the coach reads. The same id sent again is added once',
  body: NewNoteBody,
  response: NoteDto,
  status: 201,
  errors: ['client.not_found', 'group.not_found', 'session.not_found', 'goal.not_found', 'note.not_found'],
})

export const getNote = endpoint({
  method: 'GET',
  path: '/v1/note/:noteId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'One note; a client reads only what is shared with them or with a group they are in',
  params: NoteParams,
  response: NoteDto,
  errors: ['note.not_found'],
})

/** Given fields are changed, the others are kept. Title and text need the revision that they were written on. */
export const NoteBody = z
  .strictObject({
    basedOn: z.int().min(0).optional(),
    title: title.optional(),
    body: RichTextBody.optional(),
    tags: tags.optional(),
    pinned: z.boolean().optional(),
    sessionId: SessionId.nullable().optional(),
    goalId: GoalId.nullable().optional(),
    /** Stores what is replaced as a version, however new the last one is: after a choice between two texts. */
    keepsReplaced: z.boolean().optional(),
  })
  .superRefine(({ basedOn, title: newTitle, body }, context) => {
    if (basedOn === undefined && (newTitle !== undefined || body !== undefined)) {
      context.addIssue({ code: 'custom', path: ['basedOn'], message: 'required' })
    }
  })
export type NoteBody = z.infer<typeof NoteBody>

export const putNote = endpoint({
  method: 'PUT',
  path: '/v1/note/:noteId',
  access: 'paidCoach',
  owner: 'scope',
  largeBody: true,
  summary:
    'Changes what is given. A text that was written on an older one is refused, and what is stored already changes nothing',
  params: NoteParams,
  body: NoteBody,
  response: NoteDto,
  errors: ['note.not_found', 'note.conflict', 'session.not_found', 'goal.not_found'],
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/v1/note/:noteId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Deletes a note until it is restored; nobody reads it meanwhile',
  params: NoteParams,
  errors: ['note.not_found'],
})

export const restoreNote = endpoint({
  method: 'POST',
  path: '/v1/note/:noteId/restore',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Restores a deleted note, with its readers, within 60 days',
  params: NoteParams,
  response: NoteDto,
  errors: ['note.not_found'],
})

export const shareNote = endpoint({
  method: 'POST',
  path: '/v1/note/:noteId/share',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Lets the client, or all members of the group, read a note from now on',
  params: NoteParams,
  response: NoteDto,
  errors: ['note.not_found'],
})

export const unshareNote = endpoint({
  method: 'POST',
  path: '/v1/note/:noteId/unshare',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Makes a note the coach’s alone again',
  params: NoteParams,
  response: NoteDto,
  errors: ['note.not_found'],
})

export const NoteListQuery = PageQuery.extend({
  tag: line(1, LONGEST_NOTE_TAG).optional(),
  sessionId: SessionId.optional(),
  pinned: z.enum(['true', 'false']).optional(),
})
export type NoteListQuery = z.infer<typeof NoteListQuery>

/** `tags` are all that the notes of this person or group have; empty for a client. */
const NotePage = pageOf(NoteItem).extend({ tags: z.array(z.string()), canAdd: z.boolean() })

export const listNotesOfClient = endpoint({
  method: 'GET',
  path: '/v1/note/Client/:clientId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'A page of the notes about a client, pinned ones first, then by age; a client reads the shared ones, those of their groups too',
  params: z.strictObject({ clientId: ClientId }),
  query: NoteListQuery,
  response: NotePage,
  errors: ['client.not_found'],
})

export const listNotesOfGroup = endpoint({
  method: 'GET',
  path: '/v1/note/Group/:groupId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'A page of the notes about a group, pinned ones first, then by age; a member reads the shared ones',
  params: z.strictObject({ groupId: GroupId }),
  query: NoteListQuery,
  response: NotePage,
  errors: ['group.not_found'],
})

/** A piece of a text; `found` if it is what was looked for. */
export const FoundPart = z.object({ text: z.string(), found: z.boolean() })
export type FoundPart = z.infer<typeof FoundPart>

export const searchNotes = endpoint({
  method: 'GET',
  path: '/v1/note/search',
  access: 'paidCoach',
  summary:
    "The coach's own notes with all words of a search, newest first, the found ones marked; forms of a word and accents count the same",
  query: z.strictObject({
    search: line(1, 120),
    items: z.coerce.number().int().min(1).max(50).default(10),
    page: z.coerce.number().int().min(1).max(1000).default(1),
    clientId: ClientId.optional(),
    groupId: GroupId.optional(),
  }),
  response: pageOf(NoteItem.extend({ titleParts: z.array(FoundPart), textParts: z.array(FoundPart) })),
  errors: [],
})

/** What a note said before. */
export const NoteVersionItem = z.object({
  id: NoteVersionId,
  revision: z.int(),
  title: z.string(),
  writtenAt: IsoInstant,
  replacedAt: IsoInstant,
})
export type NoteVersionItem = z.infer<typeof NoteVersionItem>

export const listNoteVersions = endpoint({
  method: 'GET',
  path: '/v1/note/:noteId/versions',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'A page of what a note said in the last 90 days, newest first',
  params: NoteParams,
  query: PageQuery,
  response: pageOf(NoteVersionItem),
  errors: ['note.not_found'],
})

export const getNoteVersion = endpoint({
  method: 'GET',
  path: '/v1/note/:noteId/versions/:versionId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'One version of a note with its text',
  params: VersionParams,
  response: NoteVersionItem.extend({ body: RichTextSent }),
  errors: ['note.not_found'],
})

export const restoreNoteVersion = endpoint({
  method: 'POST',
  path: '/v1/note/:noteId/versions/:versionId/restore',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Makes a note say again what a version says; what it says now is kept as a version',
  params: VersionParams,
  body: z.strictObject({ basedOn: z.int().min(0) }),
  response: NoteDto,
  errors: ['note.not_found', 'note.conflict'],
})
