import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SESSION_MINUTES } from '../sessions/session-minutes.ts'
import { DateOn, IsoInstant, SessionId, UserId } from '../values.ts'

/** Wall time `HH:MM`; `24:00` is the next midnight (product §8). */
export const WallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'time_invalid')

const OpenHours = z.strictObject({
  start: WallTime.refine((time) => time !== '24:00', 'time_invalid'),
  end: WallTime,
})
export type OpenHours = z.infer<typeof OpenHours>

const day = z.array(OpenHours).max(12)

/** Weekly hours by ISO weekday, Monday `1` to Sunday `7`; an end not after its start runs overnight. */
export const WeeklyHours = z.strictObject({ 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day })
export type WeeklyHours = z.infer<typeof WeeklyHours>

/** Ways to hold a session; `norte` is the video room of Norte (product §8, §10). */
export const Channel = z.enum([
  'norte',
  'meet',
  'zoom',
  'teams',
  'skype',
  'whatsapp',
  'facetime',
  'phone',
  'place',
])
export type Channel = z.infer<typeof Channel>

/** The holidays of the Ley Federal del Trabajo (art. 74), by key: closed by default (product §8). */
export const LEGAL_HOLIDAYS = [
  'newYear',
  'constitution',
  'juarez',
  'labour',
  'independence',
  'revolution',
  'transition',
  'christmas',
] as const

/** Days that can be closed in Mexico, by key: the legal ones, then others that many practices observe. */
export const HolidayKey = z.enum([
  ...LEGAL_HOLIDAYS,
  'holyThursday',
  'goodFriday',
  'dayOfTheDead',
  'guadalupe',
])
export type HolidayKey = z.infer<typeof HolidayKey>

/**
 * What is sent before a session: a mail 48 h before, the preparation 24 h, a push 3 h, in the app 10 min (product §17).
 */
export const ReminderKind = z.enum(['h48', 'h24', 'h3', 'm10'])
export type ReminderKind = z.infer<typeof ReminderKind>

/** Replaces the weekly hours on one date; no windows means closed (product §8, rule 1). */
export const DateOverride = z.object({ date: DateOn, windows: day })
export type DateOverride = z.infer<typeof DateOverride>

const minutes = (max: number) => z.int().min(0).max(max)

/** The settings of product §8 that decide what is offered. Days and weeks are in the coach's zone. */
export const CalendarSettings = z.strictObject({
  weekly: WeeklyHours,
  durations: z.array(z.int().min(15).max(240).multipleOf(5)).min(1).max(8),
  stepMin: z.int().min(5).max(240).multipleOf(5),
  bufferBeforeMin: minutes(240),
  bufferAfterMin: minutes(240),
  minNoticeMin: minutes(60 * 24 * 30),
  horizonDays: z.int().min(1).max(365),
  maxPerDay: z.int().min(1).max(48),
  maxPerWeek: z.int().min(1).max(200),
  autoConfirm: z.boolean(),
  cancelNoticeMin: minutes(60 * 24 * 30),
  defaultChannel: Channel,
  /** The holidays that close the day; empty for none. */
  holidays: z.array(HolidayKey).max(HolidayKey.options.length),
  reminders: z.array(ReminderKind).max(ReminderKind.options.length),
})
export type CalendarSettings = z.infer<typeof CalendarSettings>

export const CalendarDto = CalendarSettings.extend({
  timezone: z.string(),
  /** From yesterday on, by date; empty for a client. */
  overrides: z.array(DateOverride),
  updatedAt: IsoInstant,
})
export type CalendarDto = z.infer<typeof CalendarDto>

const CoachIdParams = z.strictObject({ coachId: UserId })

export const getCalendar = endpoint({
  method: 'GET',
  path: '/v1/coach/recurring-calendar/:coachId',
  access: 'clientOrPaidCoach',
  owner: 'practice',
  summary: "The coach's weekly hours and booking rules; a client reads their own coach's",
  params: CoachIdParams,
  response: CalendarDto,
  errors: ['coach.not_found'],
})

export const putCalendar = endpoint({
  method: 'PUT',
  path: '/v1/coach/recurring-calendar/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'Changes any of the weekly hours and booking rules',
  params: CoachIdParams,
  body: CalendarSettings.partial(),
  response: CalendarDto,
  errors: ['coach.not_found'],
})

export const answerNorteOffer = endpoint({
  method: 'POST',
  path: '/v1/coach/norte-offer/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'Answers the offer to meet inside Norte: from now on, or not',
  params: CoachIdParams,
  body: z.strictObject({ take: z.boolean() }),
  response: CalendarDto,
  errors: ['coach.not_found'],
})

export const putOverrides = endpoint({
  method: 'PUT',
  path: '/v1/coach/availability/days/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary:
    'Opens other hours on a date or range (at most 366 days), closes it, or goes back to the weekly hours',
  params: CoachIdParams,
  /** `windows`: empty closes, null removes the override. `instead` of which dates: those go back to the weekly hours. */
  body: z.strictObject({
    from: DateOn,
    to: DateOn,
    windows: day.nullable(),
    instead: z
      .strictObject({ from: DateOn, to: DateOn })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'range_reversed' })
      .optional(),
  }),
  response: CalendarDto,
  errors: ['coach.not_found'],
})

export const AvailabilityQuery = z.strictObject({
  from: DateOn,
  to: DateOn,
  duration: z.coerce.number().int().min(15).max(240).default(60),
  /** A session that gets another time: what it takes is free, its length is offered, and its own start is not. */
  moving: SessionId.optional(),
})
export type AvailabilityQuery = z.infer<typeof AvailabilityQuery>

export const Availability = z.object({
  /** The viewer's zone, which the dates refer to. */
  timezone: z.string(),
  days: z.array(z.object({ date: DateOn, starts: z.array(IsoInstant) })),
})
export type Availability = z.infer<typeof Availability>

export const getAvailability = endpoint({
  method: 'GET',
  path: '/v1/coach/availability/days/:coachId',
  access: 'clientOrPaidCoach',
  owner: 'practice',
  summary: "Offered starts by day of the viewer's zone, both ends included, at most 62 days",
  params: CoachIdParams,
  query: AvailabilityQuery,
  response: Availability,
  errors: ['coach.not_found', 'session.not_found'],
})

/** Why a start is not offered: the codes of time/slots.ts, with `holiday` and `closed` distinguished. */
export const WhyNotCode = z.enum([
  'tooSoon',
  'tooFar',
  'holiday',
  'closed',
  'outsideHours',
  'offGrid',
  'busy',
  'buffer',
  'dayFull',
  'weekFull',
])
export type WhyNotCode = z.infer<typeof WhyNotCode>

/** What conflicts with a start. */
export const InTheWay = z.object({
  kind: z.enum(['session', 'move', 'block', 'external']),
  title: z.string().nullable(),
  startsAt: IsoInstant,
  endsAt: IsoInstant,
})
export type InTheWay = z.infer<typeof InTheWay>

export const WhyNot = z.object({
  /** Null when the start is offered. */
  code: WhyNotCode.nullable(),
  /** For `busy` and `buffer`. */
  inTheWay: InTheWay.nullable(),
  /** For `buffer`: on which side of the conflicting time the start is. */
  side: z.enum(['before', 'after']).nullable(),
  /** For `holiday`. */
  holiday: HolidayKey.nullable(),
})
export type WhyNot = z.infer<typeof WhyNot>

export const getWhyNot = endpoint({
  method: 'GET',
  path: '/v1/coach/availability/why/:coachId',
  access: 'paidCoach',
  owner: 'practice',
  summary: 'Why a start is not offered, by the engine that offers',
  params: CoachIdParams,
  query: z.strictObject({
    startsAt: IsoInstant,
    duration: z.coerce.number().int().min(SESSION_MINUTES.min).max(SESSION_MINUTES.max),
  }),
  response: WhyNot,
  errors: ['coach.not_found'],
})
