import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RichTextBody, RichTextSent } from '../rich-text/rich-text-schema.ts'
import {
  AssignmentId,
  ClientId,
  DateOn,
  GroupId,
  HttpsUrl,
  IsoInstant,
  PageQuery,
  Photo,
  ResourceFileId,
  ResourceId,
  SessionId,
  UserId,
  line,
  pageOf,
  paragraph,
} from '../values.ts'

/** What a resource is (spec §2, product §14): the last part of /resource/new/{type}. */
export const ResourceType = z.enum(['file', 'link', 'video', 'audio', 'text'])
export type ResourceType = z.infer<typeof ResourceType>

export const ResourceStatus = z.enum(['draft', 'published', 'archived'])
export type ResourceStatus = z.infer<typeof ResourceStatus>

/** How far a person is with a resource (product §14). */
export const ResourceState = z.enum(['assigned', 'viewed', 'completed'])
export type ResourceState = z.infer<typeof ResourceState>

/** How a browser can show a file; anything else is only downloaded. */
export const PreviewKind = z.enum(['pdf', 'image', 'video', 'audio'])
export type PreviewKind = z.infer<typeof PreviewKind>

const fields = {
  title: line(2, 160),
  description: paragraph(2_000).optional(),
  category: line(0, 60).optional(),
  tags: z.array(line(1, 40)).max(15).optional(),
  source: line(0, 300).optional(),
}

/** The fields that every type has. */
const common = { ...fields, status: ResourceStatus.default('draft') }

const content = {
  fileId: ResourceFileId.optional(),
  url: HttpsUrl.optional(),
  /** The text itself, never HTML. */
  body: RichTextBody.optional(),
}

export const NewResourceBody = z.strictObject({ type: ResourceType, ...common, ...content })
export type NewResourceBody = z.infer<typeof NewResourceBody>

/**
 * Changes the given fields; the type stays. `basedOn` is the `updatedAt` of the resource they were written on; without
 * it they replace what is there, whatever it is by now.
 */
export const ResourceBody = z.strictObject({
  basedOn: IsoInstant.optional(),
  ...fields,
  title: fields.title.optional(),
  status: ResourceStatus.optional(),
  ...content,
})
export type ResourceBody = z.infer<typeof ResourceBody>

export const ResourceFileDto = z.object({
  id: ResourceFileId,
  name: z.string(),
  mediaType: z.string(),
  byteSize: z.int(),
  preview: PreviewKind.nullable(),
})
export type ResourceFileDto = z.infer<typeof ResourceFileDto>

const shown = {
  id: ResourceId,
  type: ResourceType,
  title: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
  source: z.string().nullable(),
  status: ResourceStatus,
  file: ResourceFileDto.nullable(),
  url: z.string().nullable(),
  createdAt: IsoInstant,
  /** Grows with every edit, and with nothing else. */
  updatedAt: IsoInstant,
}

export const ResourceDto = z.object({
  ...shown,
  /** How many people have it: clients, and members of groups that have it. */
  usedBy: z.int(),
})
export type ResourceDto = z.infer<typeof ResourceDto>

/** Somebody who has a resource, and how far they are. */
export const ResourcePerson = z.object({
  clientId: ClientId,
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  state: ResourceState,
  viewedAt: IsoInstant.nullable(),
  completedAt: IsoInstant.nullable(),
})
export type ResourcePerson = z.infer<typeof ResourcePerson>

/** A resource given to a client or a group, with the people it reaches. */
export const AssignmentDto = z.object({
  id: AssignmentId,
  clientId: ClientId.nullable(),
  groupId: GroupId.nullable(),
  groupName: z.string().nullable(),
  sessionId: SessionId.nullable(),
  sessionStartsAt: IsoInstant.nullable(),
  message: z.string().nullable(),
  dueOn: DateOn.nullable(),
  createdAt: IsoInstant,
  people: z.array(ResourcePerson),
})
export type AssignmentDto = z.infer<typeof AssignmentDto>

/** A resource as a person who has it reads it. */
export const GivenResource = z.object({
  ...shown,
  state: ResourceState,
  /** Null for one of the group only. */
  groupName: z.string().nullable(),
  message: z.string().nullable(),
  dueOn: DateOn.nullable(),
  /** Past its date in the person's zone and not completed. */
  overdue: z.boolean(),
  assignedAt: IsoInstant,
  viewedAt: IsoInstant.nullable(),
  completedAt: IsoInstant.nullable(),
})
export type GivenResource = z.infer<typeof GivenResource>

/** One resource: for its coach with how far those are who have it, for a person with how far they are. */
export const ResourceDetail = ResourceDto.extend({
  body: RichTextSent.nullable(),
  /** Of those who have it: how many have seen it, and how many of these have completed it. 0 for a person. */
  viewedBy: z.int(),
  completedBy: z.int(),
  /** Null for the coach. */
  given: GivenResource.nullable(),
  /** What the viewer may do now. */
  allowedActions: z.array(z.enum(['edit', 'assign', 'delete', 'complete', 'reopen'])),
})
export type ResourceDetail = z.infer<typeof ResourceDetail>

const params = z.strictObject({ resourceId: ResourceId })

const FILE_ERRORS = ['resource.file_not_found', 'resource.file_kind'] as const

export const createResource = endpoint({
  method: 'POST',
  path: '/v1/resource',
  access: 'paidCoach',
  largeBody: true,
  summary:
    'Adds a resource to the library: a file that was uploaded, a link, or a text, whose body is a document as that of a note. The same one sent again within ten minutes is added once',
  body: NewResourceBody,
  response: ResourceDetail,
  status: 201,
  errors: FILE_ERRORS,
})

export const getResource = endpoint({
  method: 'GET',
  path: '/v1/resource/:resourceId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'One resource: of the own library, or one that was given to the person',
  params,
  response: ResourceDetail,
  errors: ['resource.not_found'],
})

export const putResource = endpoint({
  method: 'PUT',
  path: '/v1/resource/:resourceId',
  access: 'paidCoach',
  owner: 'scope',
  largeBody: true,
  summary:
    'Changes the given fields, the status or the file; the type stays. What was written on an older version is refused, and what is stored already changes nothing',
  params,
  body: ResourceBody,
  response: ResourceDetail,
  errors: ['resource.not_found', 'resource.conflict', ...FILE_ERRORS],
})

export const deleteResource = endpoint({
  method: 'DELETE',
  path: '/v1/resource/:resourceId',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    'Takes a resource out of the library and from everybody who has it; it can be restored for 60 days',
  params,
  errors: ['resource.not_found'],
})

export const restoreResource = endpoint({
  method: 'POST',
  path: '/v1/resource/:resourceId/restore',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Puts a deleted resource back, for everybody who had it',
  params,
  response: ResourceDetail,
  errors: ['resource.not_found'],
})

export const ResourceListQuery = PageQuery.extend({
  search: line(0, 100).optional(),
  type: ResourceType.optional(),
  /** Without it everything but archived ones. */
  status: ResourceStatus.optional(),
  category: line(0, 60).optional(),
  tag: line(0, 40).optional(),
  sort: z.enum(['title', 'recent']).default('title'),
})
export type ResourceListQuery = z.infer<typeof ResourceListQuery>

export const listResources = endpoint({
  method: 'GET',
  path: '/v1/resource/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary:
    "A page of the coach's library, with what is left of its space. A search finds parts of titles, descriptions, categories and tags, and words of texts by how they begin",
  params: z.strictObject({ coachId: UserId }),
  query: ResourceListQuery,
  response: pageOf(ResourceDto).extend({
    space: z.object({ usedBytes: z.int(), quotaBytes: z.int(), maxFileBytes: z.int() }),
  }),
  errors: ['coach.not_found'],
})

export const listResourceLabels = endpoint({
  method: 'GET',
  path: '/v1/resource/coach/:coachId/labels',
  access: 'paidCoach',
  owner: 'practice',
  summary: "The categories and tags in use in the coach's library, for filters and suggestions",
  params: z.strictObject({ coachId: UserId }),
  response: z.object({ categories: z.array(z.string()), tags: z.array(z.string()) }),
  errors: ['coach.not_found'],
})
