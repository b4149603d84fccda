import { z } from 'zod'
import type { UserType } from './auth.ts'

/**
 * What news are about: a row of the matrix of events and channels (product §17). News about an account, its security or a
 * payment have no kind: they are always sent.
 */
export const NewsKind = z.enum([
  'messages',
  'reminders',
  'requests',
  'bookings',
  'changes',
  'summaries',
  'tasks',
  'memorandums',
  'invitations',
  'groups',
  'process',
  'daily',
])
export type NewsKind = z.infer<typeof NewsKind>

/** The channels that a person may switch off; the product itself always shows everything. */
export const NewsChannel = z.enum(['email', 'push'])
export type NewsChannel = z.infer<typeof NewsChannel>

const BOTH: readonly NewsChannel[] = ['email', 'push']

/**
 * The rows of each side's matrix in their order, with the channels through which something is sent about them. The
 * daily summary has a separate switch, and invitations are read before there is an account.
 */
export const CHANNELS_OF = {
  coach: {
    messages: BOTH,
    requests: BOTH,
    bookings: BOTH,
    changes: BOTH,
    groups: BOTH,
    tasks: ['push'],
    memorandums: ['push'],
    invitations: ['push'],
  },
  client: {
    messages: BOTH,
    reminders: BOTH,
    requests: BOTH,
    bookings: BOTH,
    changes: BOTH,
    summaries: BOTH,
    tasks: ['push'],
    groups: ['email'],
    process: ['email'],
  },
} as const satisfies Record<UserType, Partial<Record<NewsKind, readonly NewsChannel[]>>>

/** A wall time of the clock, `HH:MM`. */
const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_invalid')

/** When nothing is sent that can wait, in the person's own zone; an end before the start is on the next day. */
export const QuietHours = z
  .strictObject({ on: z.boolean(), from: ClockTime, until: ClockTime })
  .refine(({ from, until }) => from !== until, { path: ['until'], error: 'quiet_empty' })
export type QuietHours = z.infer<typeof QuietHours>

/** One mail a day with what waits, in place of single mails about messages. */
export const DailySummary = z.strictObject({ on: z.boolean(), at: ClockTime })
export type DailySummary = z.infer<typeof DailySummary>

const Switches = z.strictObject({ email: z.boolean(), push: z.boolean() })

/** Through which channels a person is told of what, and when. */
export const NewsPreferences = z.strictObject({
  kinds: z.record(NewsKind.exclude(['daily']), Switches),
  quiet: QuietHours,
  daily: DailySummary,
})
export type NewsPreferences = z.infer<typeof NewsPreferences>

/** What is to change; the rest is kept. */
export const NewsPreferencesPart = z.strictObject({
  kinds: z.partialRecord(NewsKind.exclude(['daily']), Switches.partial()).optional(),
  quiet: QuietHours.optional(),
  daily: DailySummary.optional(),
})
export type NewsPreferencesPart = z.infer<typeof NewsPreferencesPart>

/** What holds for somebody who has changed nothing. */
export const DEFAULT_TIMES: Pick<NewsPreferences, 'quiet' | 'daily'> = {
  quiet: { on: true, from: '21:00', until: '08:00' },
  daily: { on: false, at: '08:00' },
}
