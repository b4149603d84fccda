import { z } from 'zod'
import { ActionDto } from './actions.ts'
import { ClientDto } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { SessionDto, SessionListItem } from './sessions/sessions.ts'
import { DateOn } from './values.ts'

/** First steps of a practice; the card goes away once all are done (product §19). */
const Setup = z.object({
  emailVerified: z.boolean(),
  hours: z.boolean(),
  firstClient: z.boolean(),
  logo: z.boolean(),
  links: z.boolean(),
})

/** A week of the month's chart (product §19); weeks begin on Sunday and are cut at the month's ends. */
const WeekOfMonth = z.object({
  from: DateOn,
  held: z.int(),
  minutes: z.int(),
  /**
   * Attendances of sessions held or missed by the client: who came (late ones too), and of how many; whoever excused
   * themself was not expected.
   */
  attended: z.int(),
  expected: z.int(),
  actionsDone: z.int(),
})
export type WeekOfMonth = z.infer<typeof WeekOfMonth>

/** Somebody to look at, with the reasons and the ways to write to them (product §19). */
const AttentionItem = ClientDto.pick({
  id: true,
  name: true,
  lastName: true,
  fullName: true,
  photo: true,
  email: true,
  whatsapp: true,
  /** Where a number without a country code belongs. */
  country: true,
  attention: true,
})
export type AttentionItem = z.infer<typeof AttentionItem>

export const CoachDashboard = z.object({
  next: SessionListItem.nullable(),
  today: z.array(SessionListItem),
  /** Requests to answer and moves asked for. */
  toConfirm: z.array(SessionListItem),
  toClose: z.array(SessionListItem),
  activeClients: z.int(),
  openInvitations: z.int(),
  /** Sessions of the coach's week on screen, Sunday to Saturday, that stand or were held. */
  sessionsThisWeek: z.int(),
  /** Sessions held in the coach's month so far, and their minutes. */
  heldThisMonth: z.int(),
  minutesThisMonth: z.int(),
  /** At most five of those who need attention, and how many do. */
  attention: z.array(AttentionItem),
  needAttention: z.int(),
  month: z.array(WeekOfMonth),
  setup: Setup,
})
export type CoachDashboard = z.infer<typeof CoachDashboard>

export const ClientDashboard = z.object({
  next: SessionListItem.nullable(),
  /** Asked for and not yet answered, or waiting for the client to choose a time. */
  waiting: z.array(SessionListItem),
  /** Held sessions that wait for the client to say how they were, the latest first; at most three. */
  toRate: z.array(SessionListItem),
  /**
   * What the coach called off or did not take, for a week and until another one is asked for or booked; null while
   * nothing can be booked.
   */
  cancelled: SessionListItem.nullable(),
  /** Open actions by due date, at most ten. */
  actions: z.array(ActionDto),
  openActions: z.int(),
  doneActions: z.int(),
  /** The session closed last, with its shared summary. */
  last: SessionDto.nullable(),
  /** False while the coach cannot take requests (product §1 D6), or the own process is not active (product §6). */
  canBook: z.boolean(),
})
export type ClientDashboard = z.infer<typeof ClientDashboard>

/** One side is there, the other null. */
export const Dashboard = z.object({ coach: CoachDashboard.nullable(), client: ClientDashboard.nullable() })
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/v1/dashboard',
  access: 'clientOrPaidCoach',
  summary: 'What matters now, for the side that asks',
  response: Dashboard,
  errors: [],
})
