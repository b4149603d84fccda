import { z } from 'zod'
import { Channel } from './calendar/calendar.ts'
import { endpoint } from './endpoint.ts'
import { keysOf } from './keys-of.ts'
import { Modality } from './sessions/sessions.ts'
import {
  ClientId,
  DateOn,
  Email,
  GroupId,
  IsoInstant,
  MemberId,
  PageQuery,
  Photo,
  SessionId,
  UserId,
  line,
  pageOf,
  paragraph,
} from './values.ts'

/** States of product §7. */
export const GroupStatus = z.enum(['draft', 'open', 'running', 'finished', 'archived'])
export type GroupStatus = z.infer<typeof GroupStatus>

/** What the coach may do with a group now; `leave` is for members. */
export const GroupAction = z.enum([
  'edit',
  'publish',
  'start',
  'finish',
  'archive',
  'restore',
  'addMember',
  'leave',
])
export type GroupAction = z.infer<typeof GroupAction>

/** States of a person in a group (product §7); `expired` is derived from the clock. */
export const MemberStatus = z.enum(['invited', 'active', 'declined', 'expired', 'left', 'removed'])
export type MemberStatus = z.infer<typeof MemberStatus>

export const MemberAction = z.enum(['resendInvitation', 'remove', 'add'])
export type MemberAction = z.infer<typeof MemberAction>

export const GroupDto = z.object({
  id: GroupId,
  name: z.string(),
  description: z.string().nullable(),
  objective: z.string().nullable(),
  photo: Photo.nullable(),
  companyName: z.string().nullable(),
  startDate: DateOn.nullable(),
  endDate: DateOn.nullable(),
  capacity: z.int(),
  modality: Modality.nullable(),
  channel: Channel.nullable(),
  status: GroupStatus,
  /** Number of active members. */
  members: z.int(),
  /** Seats held by open invitations; for the coach only, 0 for a member. */
  invited: z.int(),
  nextSessionAt: IsoInstant.nullable(),
  allowedActions: z.array(GroupAction),
  createdAt: IsoInstant,
  updatedAt: IsoInstant,
})
export type GroupDto = z.infer<typeof GroupDto>

/** A person of a group as the coach sees them. */
export const MemberDto = z.object({
  id: MemberId,
  clientId: ClientId,
  name: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  photo: Photo.nullable(),
  status: MemberStatus,
  invitedAt: IsoInstant.nullable(),
  joinedAt: IsoInstant.nullable(),
  leftAt: IsoInstant.nullable(),
  openActions: z.int(),
  doneActions: z.int(),
  /** How many of the group's held sessions they attended, out of those they are recorded in (without excused ones). */
  attended: z.int(),
  held: z.int(),
  allowedActions: z.array(MemberAction),
})
export type MemberDto = z.infer<typeof MemberDto>

/** How many attended a session that was held, late ones included, and how many were expected. */
export const GroupAttendance = z.object({
  sessionId: SessionId,
  startsAt: IsoInstant,
  present: z.int(),
  expected: z.int(),
})
export type GroupAttendance = z.infer<typeof GroupAttendance>

/**
 * One group. The coach reads all its people; a member reads only the first names of the other active members (product
 * §7).
 */
export const GroupDetail = GroupDto.extend({
  /** For the coach; absent for a member. */
  people: z.array(MemberDto).optional(),
  /** For the coach; absent for a member. The last twelve sessions held, oldest first. */
  attendance: z.array(GroupAttendance).optional(),
  /** First names of the active members, sorted; a member does not get their own. */
  firstNames: z.array(z.string()),
})
export type GroupDetail = z.infer<typeof GroupDetail>

const capacity = z.int().min(2).max(200)

const fields = {
  description: paragraph(2000).nullable().optional(),
  objective: paragraph(2000).nullable().optional(),
  companyName: line(0, 80).nullable().optional(),
  startDate: DateOn.nullable().optional(),
  endDate: DateOn.nullable().optional(),
  modality: Modality.nullable().optional(),
  channel: Channel.nullable().optional(),
}

/**
 * The default channel of a group's sessions (product §7): the group's own, or one that fits its modality; undefined if
 * neither is set.
 */
export function groupChannel({
  modality,
  channel,
}: Pick<GroupDto, 'modality' | 'channel'>): Channel | undefined {
  if (channel !== null) return channel
  if (modality === 'inPerson') return 'place'
  return modality === 'phone' ? 'phone' : undefined
}

/** Whether a group ends on or after its start date, if both are set (product §7). */
export const endsAfterStart = ({
  startDate,
  endDate,
}: {
  startDate?: string | null
  endDate?: string | null
}) => !startDate || !endDate || endDate >= startDate

/** A new group is a draft; `publish` opens it at once. */
export const NewGroupBody = z
  .strictObject({
    name: line(2, 80),
    capacity: capacity.default(12),
    ...fields,
    publish: z.boolean().default(false),
  })
  .refine(endsAfterStart, { path: ['endDate'], error: 'end_before_start' })
export type NewGroupBody = z.infer<typeof NewGroupBody>

/** Given fields are changed, the others are kept; null or an empty text clears a value. */
export const GroupBody = z
  .strictObject({ name: line(2, 80).optional(), capacity: capacity.optional(), ...fields })
  .refine(endsAfterStart, { path: ['endDate'], error: 'end_before_start' })
export type GroupBody = z.infer<typeof GroupBody>

const GroupIdParams = z.strictObject({ groupId: GroupId })
const MemberParams = z.strictObject({ groupId: GroupId, memberId: MemberId })

export const createGroup = endpoint({
  method: 'POST',
  path: '/v1/group',
  access: 'paidCoach',
  summary: 'Creates a group as a draft, or open at once',
  body: NewGroupBody,
  response: GroupDetail,
  status: 201,
  errors: ['group.name_taken'],
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/v1/group/:groupId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'One group; a member reads what product §7 lets them see, and only while they are in',
  params: GroupIdParams,
  response: GroupDetail,
  errors: ['group.not_found'],
})

export const putGroup = endpoint({
  method: 'PUT',
  path: '/v1/group/:groupId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Changes what is given; not below the seats taken',
  params: GroupIdParams,
  body: GroupBody,
  response: GroupDetail,
  errors: ['group.not_found', 'group.name_taken', 'group.capacity_below_members', 'group.wrong_state'],
})

export const GroupListQuery = PageQuery.extend({
  search: line(0, 120).optional(),
  status: GroupStatus.optional(),
})
export type GroupListQuery = z.infer<typeof GroupListQuery>

export const listGroups = endpoint({
  method: 'GET',
  path: '/v1/group/coach/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: "A page of the coach's groups by name; archived ones only when asked for",
  params: z.strictObject({ coachId: UserId }),
  query: GroupListQuery,
  response: pageOf(GroupDto),
  errors: ['coach.not_found'],
})

export const listGroupsOfClient = endpoint({
  method: 'GET',
  path: '/v1/group/Client/:clientId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'A page of the groups a person is in, by name; a client reads their own',
  params: z.strictObject({ clientId: ClientId }),
  query: PageQuery,
  response: pageOf(GroupDto),
  errors: ['client.not_found'],
})

export const transitionGroup = endpoint({
  method: 'PUT',
  path: '/v1/group/:groupId/status',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'draft → open → running → finished ↔ archived; finishing cancels the coming sessions',
  params: GroupIdParams,
  body: z.strictObject({ status: GroupStatus.exclude(['draft']) }),
  response: GroupDetail,
  errors: ['group.not_found', 'group.wrong_state'],
})

/** The name of the file field in the form of `postGroupPhoto`. */
export const GROUP_PHOTO_FIELD = 'photo'

export const postGroupPhoto = endpoint({
  method: 'POST',
  path: '/v1/group/:groupId/photo',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'The picture of a group',
  params: GroupIdParams,
  upload: GROUP_PHOTO_FIELD,
  response: GroupDetail,
  errors: ['group.not_found', 'upload.too_large'],
})

export const deleteGroupPhoto = endpoint({
  method: 'DELETE',
  path: '/v1/group/:groupId/photo',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Takes the picture of a group away',
  params: GroupIdParams,
  response: GroupDetail,
  errors: ['group.not_found'],
})

/** A person who is new to the practice, invited into a group. */
export const NewMember = z.strictObject({ name: line(2, 60), lastName: line(2, 80), email: Email })
export type NewMember = z.infer<typeof NewMember>

/** Most people of one call. */
const MOST_AT_ONCE = 200

/**
 * An existing client, one new person, or several at once, clients and new people together: exactly one of the three. One
 * object and not a union, so that a refusal names its field (`people.3.email`).
 */
export const NewMemberBody = z
  .strictObject({
    clientId: ClientId.optional(),
    ...NewMember.partial().shape,
    clientIds: z.array(ClientId).min(1).max(MOST_AT_ONCE).optional(),
    people: z.array(NewMember).min(1).max(MOST_AT_ONCE).optional(),
  })
  .superRefine(({ clientId, clientIds, people, ...person }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const ways = [clientId, clientIds ?? people].filter((way) => way !== undefined).length
    for (const field of keysOf(NewMember.shape)) {
      if (ways === 0 && person[field] === undefined) refuse(field, 'required')
      if (ways > 0 && person[field] !== undefined) refuse(field, 'unknown_key')
    }
    if (ways > 1) refuse(clientIds ? 'clientIds' : 'people', 'unknown_key')
  })
export type NewMemberBody = z.infer<typeof NewMemberBody>

export const addMember = endpoint({
  method: 'POST',
  path: '/v1/group/:groupId/member',
  access: 'paidCoach',
  owner: 'scope',
  largeBody: true,
  summary:
    'Adds clients (an active one is in at once), and creates and invites new people: all or none, never over the capacity',
  params: GroupIdParams,
  body: NewMemberBody,
  response: GroupDetail,
  status: 201,
  errors: [
    'group.not_found',
    'group.wrong_state',
    'group.full',
    'group.already_member',
    'client.not_found',
    'client.wrong_state',
    'client.own_email',
    'client.resend_too_soon',
    'auth.email_unverified',
  ],
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/group/:groupId/member/:memberId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Removes a member from the group; their own goals and actions are kept',
  params: MemberParams,
  response: GroupDetail,
  errors: ['group.not_found', 'group.member_not_found', 'group.wrong_state'],
})

export const resendMemberInvitation = endpoint({
  method: 'POST',
  path: '/v1/group/:groupId/member/:memberId/resendinvitation',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Mails a fresh invitation; links sent before stop working',
  params: MemberParams,
  response: GroupDetail,
  errors: [
    'group.not_found',
    'group.member_not_found',
    'group.wrong_state',
    'group.full',
    'client.wrong_state',
    'client.resend_too_soon',
    'auth.email_unverified',
  ],
})

export const leaveGroup = endpoint({
  method: 'POST',
  path: '/v1/group/:groupId/leave',
  access: 'client',
  owner: 'scope',
  summary: 'Leaves a group, which ends the access to its data at once',
  params: GroupIdParams,
  errors: ['group.not_found'],
})
