import { z } from 'zod'
import { ActionStatus } from '#contract/actions/actions.ts'
import { CalendarSettings, Channel } from '#contract/calendar/calendar.ts'
import { NewClientBody } from '#contract/clients.ts'
import { MemorandumPriority, MemorandumRecurrence } from '#contract/memorandums/memorandums.ts'
import { NoteTemplate } from '#contract/notes/notes.ts'
import { FeedbackAnswers, Modality, PreparationAnswers } from '#contract/sessions/sessions.ts'
import { NewResourceBody, ResourceStatus } from '#contract/resources/resources.ts'
import { ProfileBody } from '#contract/account/profiles.ts'
import { ContactLinks } from '#contract/account/settings.ts'
import data from './world.json' with { type: 'json' }

/** A point in time in the format of schedule.ts: `-3 10:30`, `-5h`, `soon`. */
export const Moment = z.string().regex(/^(?:[+-]?\d+ \d\d:\d\d|-\d+h|soon)$/)
const Side = z.enum(['coach', 'client'])

const person = { name: z.string(), lastName: z.string(), email: z.email() }

/** A person's profile and contacts once they have accepted. */
const About = z.strictObject({ city: z.string(), links: ContactLinks, profile: ProfileBody })
export type DemoAbout = z.infer<typeof About>

const Coach = z.strictObject({
  ...person,
  about: About.optional(),
  country: z.string(),
  timezone: z.string(),
  jobOcuppation: z.string(),
  registered: Moment,
})
export type DemoCoach = z.infer<typeof Coach>

const Client = z.strictObject({
  ...person,
  about: About.optional(),
  key: z.string(),
  timezone: z.string().optional(),
  /** Other fields that the coach entered. */
  details: NewClientBody.omit({ name: true, lastName: true, email: true, invite: true }).partial().optional(),
  created: Moment,
  becomes: z.enum(['notInvited', 'invited', 'active', 'declined', 'expired']),
  /** When the invitation was accepted or declined. */
  answered: Moment.optional(),
  /** The process's status changes by the coach, in order. */
  moves: z.array(z.strictObject({ at: Moment, move: z.enum(['pause', 'finish', 'archive']) })).default([]),
  /** Where this person and the coach meet. */
  meeting: z
    .strictObject({ channel: Channel, meetingUrl: z.string().optional(), place: z.string().optional() })
    .optional(),
  /** Their password is printed. */
  shown: z.boolean().optional(),
})
export type DemoClient = z.infer<typeof Client>

const Action = z.strictObject({
  text: z.string(),
  /** Working days from today. */
  due: z.int().optional(),
  /** The action's status changes by the client, in order. */
  moves: z.array(z.strictObject({ at: Moment, to: ActionStatus })).default([]),
})

const record = {
  summary: z.string(),
  notes: z.string(),
  actions: z.array(Action).default([]),
  /** What was noted of the client's goals, by their titles of then. */
  goals: z
    .array(
      z.strictObject({ title: z.string(), value: z.number().optional(), comment: z.string().optional() }),
    )
    .default([]),
  /** The coach's later correction of the record. */
  corrected: z.strictObject({ afterHours: z.int().max(47), realMinutes: z.int() }).optional(),
}

const Session = z.strictObject({
  client: z.string(),
  at: Moment,
  /** When the coach confirmed a client's request; without it the request is open. */
  booked: z.strictObject({ by: Side, at: Moment, answeredAfterHours: z.number().optional() }),
  objective: z.string(),
  /** Other times the coach offered instead. */
  proposed: z.strictObject({ at: Moment, times: z.array(Moment) }).optional(),
  /** The client asked to move it: between once and twice the cancellation notice before. */
  moveRequest: z.strictObject({ hoursBefore: z.int(), to: Moment }).optional(),
  agenda: z.array(z.strictObject({ by: Side, at: Moment, text: z.string() })).default([]),
  preparation: z.strictObject({ at: Moment, answers: PreparationAnswers }).optional(),
  /** What the coach wrote for themselves on the brief. */
  briefNotes: z.strictObject({ at: Moment, text: z.string() }).optional(),
  rating: FeedbackAnswers.optional(),
  /** Every week at this time, this many times; one of them moved to another time of its day. */
  repeats: z
    .strictObject({ count: z.int(), moved: z.strictObject({ position: z.int(), laterMin: z.int() }) })
    .optional(),
  /** How it ended, if it is over; `leftOpen` is over and waits to be closed. */
  end: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.enum(['completed', 'noShowClient']), ...record }),
      z.strictObject({ type: z.literal('cancelled'), by: Side, at: Moment, reason: z.string() }),
      z.strictObject({ type: z.literal('rejected'), at: Moment, reason: z.string() }),
      z.strictObject({ type: z.enum(['expired', 'leftOpen']) }),
    ])
    .optional(),
})
export type DemoSession = z.infer<typeof Session>

const Member = z.union([
  z.strictObject({ client: z.string(), added: Moment }),
  /** A new person, invited into the group; without `joined` they have not answered yet. */
  z.strictObject({ ...person, added: Moment, joined: Moment.optional(), left: Moment.optional() }),
])
export type DemoMember = z.infer<typeof Member>

/** A session of a group; with a summary it was held and closed, and the last person by name was absent. */
const GroupSession = z.strictObject({
  at: Moment,
  booked: Moment,
  objective: z.string(),
  summary: z.string().optional(),
})
export type DemoGroupSession = z.infer<typeof GroupSession>

const Group = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  objective: z.string(),
  capacity: z.int(),
  modality: Modality,
  channel: Channel.optional(),
  /** Working days from today. */
  from: z.int(),
  until: z.int(),
  created: Moment,
  opened: Moment.optional(),
  started: Moment.optional(),
  members: z.array(Member).default([]),
  sessions: z.array(GroupSession).default([]),
})
export type DemoGroup = z.infer<typeof Group>

/** What the coach writes to themselves. */
const Memorandum = z.strictObject({
  text: z.string(),
  written: Moment,
  /** Working days from today. */
  due: z.int(),
  time: z.string().default('08:00'),
  client: z.string().optional(),
  priority: MemorandumPriority.default('normal'),
  recurrence: MemorandumRecurrence.default('none'),
  done: Moment.optional(),
})

/** A note in lines (contract/rich-text/rich-text-lines.ts). */
const Note = z.strictObject({
  about: z.union([z.strictObject({ client: z.string() }), z.strictObject({ group: z.string() })]),
  at: Moment,
  template: NoteTemplate.default('free'),
  title: z.string(),
  text: z.string(),
  tags: z.array(z.string()).default([]),
  pinned: z.boolean().default(false),
  rewritten: z.strictObject({ at: Moment, text: z.string() }).optional(),
  /** When it was shared with its person or group. */
  shared: Moment.optional(),
})
export type DemoNote = z.infer<typeof Note>

/** A resource given to some clients or to a group; `viewed` and `completed` are those of the first of them. */
const Given = z.strictObject({
  clients: z.array(z.string()).default([]),
  group: z.string().optional(),
  at: Moment,
  message: z.string().optional(),
  /** Working days from today. */
  due: z.int().optional(),
  viewed: Moment.optional(),
  completed: Moment.optional(),
})

const Resource = NewResourceBody.omit({ status: true, fileId: true, body: true }).extend({
  /** Of a text, in lines like a note. */
  body: z.string().optional(),
  created: Moment,
  status: ResourceStatus,
  given: z.array(Given),
})
export type DemoResource = z.infer<typeof Resource>

const World = z.strictObject({
  coach: Coach,
  unpaidCoach: Coach,
  calendar: CalendarSettings.partial(),
  clients: z.array(Client),
  sessions: z.array(Session),
  groups: z.array(Group),
  memorandums: z.array(Memorandum),
  notes: z.array(Note),
  resources: z.array(Resource),
  /** Who read their notifications when; later ones are unread. */
  reading: z.array(z.strictObject({ who: z.string(), at: Moment })),
})
export type World = z.infer<typeof World>

/** The demo data of world.json. */
export function readWorld(): World {
  return World.parse(data)
}
