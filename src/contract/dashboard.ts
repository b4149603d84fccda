import { z } from 'zod'
import { ActionDto } from './actions.ts'
import { endpoint } from './endpoint.ts'
import { SessionDto, SessionListItem } from './sessions.ts'

/** First steps of a practice; the card goes away once all are done (product §19). */
const Setup = z.object({ emailVerified: z.boolean(), hours: z.boolean(), firstClient: z.boolean() })

export const CoachDashboard = z.object({
  next: SessionListItem.nullable(),
  today: z.array(SessionListItem),
  toConfirm: z.array(SessionListItem),
  toClose: z.array(SessionListItem),
  activeClients: z.int(),
  openInvitations: z.int(),
  /** Sessions of the coach's week, Monday to Sunday, that stand or were held. */
  sessionsThisWeek: z.int(),
  /** Sessions held in the coach's month so far, and their minutes. */
  heldThisMonth: z.int(),
  minutesThisMonth: z.int(),
  setup: Setup,
})
export type CoachDashboard = z.infer<typeof CoachDashboard>

export const ClientDashboard = z.object({
  next: SessionListItem.nullable(),
  /** Asked for and not yet answered. */
  waiting: z.array(SessionListItem),
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
