import { z } from 'zod'
import { ActionDto } from './actions/actions.ts'
import { ClientDto } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { GoalDto, GoalHealth } from './goals/goals.ts'
import { RoomDto } from './messages.ts'
import { MemorandumDto } from './memorandums/memorandums.ts'
import { GivenResource } from './resources/resources.ts'
import { SessionDto, SessionListItem } from './sessions/sessions.ts'
import { DateOn } from './values.ts'

/** First steps of a practice; the card disappears once all are done (product §19). */
const Setup = z.object({
  emailVerified: z.boolean(),
  hours: z.boolean(),
  firstClient: z.boolean(),
  logo: z.boolean(),
  links: z.boolean(),
})

/** A week of the month's chart (product §19); weeks begin on Sunday and are cut at the ends of the month. */
const WeekOfMonth = z.object({
  from: DateOn,
  held: z.int(),
  minutes: z.int(),
  /**
   * Attendances (late ones included) at sessions that were held or that the client missed, and how many were expected.
   * Excused members were not expected.
   */
  attended: z.int(),
  expected: z.int(),
  actionsDone: z.int(),
})
export type WeekOfMonth = z.infer<typeof WeekOfMonth>

/** A client who needs attention, with the reasons and the contact details (product §19). */
const AttentionItem = ClientDto.pick({
  id: true,
  name: true,
  lastName: true,
  fullName: true,
  photo: true,
  email: true,
  whatsapp: true,
  /** The country of a number without a country code. */
  country: true,
  attention: true,
})
export type AttentionItem = z.infer<typeof AttentionItem>

/** A goal that needs attention, with its reason: of a person, with how to reach them, or of a group. */
export const GoalInNeed = z.object({
  ...GoalDto.pick({ id: true, title: true, progress: true, group: true }).shape,
  health: GoalHealth,
  client: ClientDto.pick({
    id: true,
    name: true,
    lastName: true,
    fullName: true,
    photo: true,
    email: true,
    whatsapp: true,
    country: true,
  }).nullable(),
})
export type GoalInNeed = z.infer<typeof GoalInNeed>

export const CoachDashboard = z.object({
  next: SessionListItem.nullable(),
  today: z.array(SessionListItem),
  /** Requests to answer, and requests to move. */
  toConfirm: z.array(SessionListItem),
  /** Today's and the oldest ones that wait to be closed, by start, and how many wait in all. */
  toClose: z.array(SessionListItem),
  toCloseTotal: z.int(),
  /** Today's open memorandums by their time, at most ten; how many there are, and how many of earlier days. */
  memorandums: z.array(MemorandumDto),
  memorandumsToday: z.int(),
  memorandumsOverdue: z.int(),
  /** The rooms with unread messages, at most three, those written in last first; and how many there are. */
  unread: z.array(RoomDto),
  unreadRooms: z.int(),
  activeClients: z.int(),
  openInvitations: z.int(),
  /** Confirmed and held sessions of the coach's week on screen, Sunday to Saturday. */
  sessionsThisWeek: z.int(),
  /** Sessions held this month in the coach's zone, and their minutes. */
  heldThisMonth: z.int(),
  minutesThisMonth: z.int(),
  /** At most five clients who need attention, and how many there are. */
  attention: z.array(AttentionItem),
  needAttention: z.int(),
  /** At most four active goals that need attention, those that moved last first, and how many there are. */
  goals: z.array(GoalInNeed),
  goalsInNeed: z.int(),
  month: z.array(WeekOfMonth),
  setup: Setup,
  /** Whether the video room of Norte is offered to this coach, who had chosen another channel before (product §8). */
  offersNorte: z.boolean(),
})
export type CoachDashboard = z.infer<typeof CoachDashboard>

export const ClientDashboard = z.object({
  next: SessionListItem.nullable(),
  /** Requested and not yet answered, or waiting for the client to choose a time. */
  waiting: z.array(SessionListItem),
  /** Held sessions that the client has not rated yet, latest first; at most three. */
  toRate: z.array(SessionListItem),
  /**
   * A session that the coach cancelled or declined, for a week and until another one is requested or booked; null while
   * the client cannot book.
   */
  cancelled: SessionListItem.nullable(),
  /** Open actions by due date, at most ten. */
  actions: z.array(ActionDto),
  openActions: z.int(),
  doneActions: z.int(),
  /** Active goals in the order of their list, at most four, those of the client's groups too; and how many there are. */
  goals: z.array(GoalDto),
  activeGoals: z.int(),
  /** Resources that were not opened yet, what is due first and then the newest, at most three; and how many. */
  resources: z.array(GivenResource),
  newResources: z.int(),
  /** The session closed last, with its shared summary. */
  last: SessionDto.omit({ goals: true }).nullable(),
  /** False while the coach cannot take requests (product §1 D6) or the client's process is not active (product §6). */
  canBook: z.boolean(),
  /** Whether the client may add an action now, which they may in a pause, too. */
  canAddAction: z.boolean(),
})
export type ClientDashboard = z.infer<typeof ClientDashboard>

/** One of the two is null. */
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
