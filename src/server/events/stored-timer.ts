import { z } from 'zod'
import { ReminderKind } from '#contract/calendar/calendar.ts'
import {
  ActionId,
  DataImportId,
  DateOn,
  ExportId,
  IsoInstant,
  MemorandumId,
  RoomId,
  SeriesId,
  SessionId,
  UserId,
} from '#contract/values.ts'
import { withRequestId } from '#server/work-context.ts'
import type { TimerCommand } from '../domain-events.ts'

/**
 * The version of the stored form of timers. A change of a command's fields takes the next number. A new command or a
 * new name does not: an earlier release does not know it and leaves it alone.
 */
const VERSION = 1

const atStart = { sessionId: SessionId, startsAt: IsoInstant }

const Command = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email.sendCode'), email: z.string() }),
  z.object({ type: z.literal('export.make'), exportId: ExportId }),
  z.object({ type: z.literal('export.expire'), exportId: ExportId }),
  z.object({ type: z.literal('account.countDay'), userId: UserId }),
  z.object({ type: z.literal('account.erase'), userId: UserId }),
  z.object({ type: z.literal('import.make'), importId: DataImportId }),
  z.object({ type: z.literal('import.expire'), importId: DataImportId }),
  z.object({ type: z.literal('recovery.send'), email: z.string() }),
  z.object({
    type: z.literal('audit.signInFailed'),
    email: z.string(),
    address: z.string(),
    userAgent: z.string().optional(),
    at: IsoInstant,
  }),
  z.object({ type: z.literal('action.remind'), actionId: ActionId, dueOn: DateOn }),
  z.object({ type: z.literal('action.tellDone'), actionId: ActionId }),
  z.object({ type: z.literal('session.remind'), ...atStart, kind: ReminderKind }),
  z.object({ type: z.literal('session.lapseMove'), ...atStart }),
  z.object({
    type: z.literal('session.tellMove'),
    sessionId: SessionId,
    to: z.enum(['coach', 'client']),
    seriesId: SeriesId.optional(),
    first: z.object({ startsAt: IsoInstant, endsAt: IsoInstant, latestAt: IsoInstant }),
  }),
  z.object({ type: z.literal('mail.send'), job: z.looseObject({ eventId: z.uuid() }) }),
  z.object({ type: z.literal('push.send'), job: z.looseObject({ eventId: z.uuid() }) }),
  z.object({ type: z.literal('session.begin'), ...atStart }),
  z.object({ type: z.literal('session.expire'), ...atStart }),
  z.object({
    type: z.literal('memorandum.remind'),
    memorandumId: MemorandumId,
    coachId: UserId,
    dueAt: IsoInstant,
  }),
  z.object({ type: z.literal('message.tell'), roomId: RoomId }),
  z.object({ type: z.literal('summary.send'), userId: UserId }),
  z.object({ type: z.literal('calendar.refresh'), coachId: UserId }),
  z.object({ type: z.literal('payment.read'), job: z.looseObject({}) }),
  z.object({ type: z.literal('payment.tellPayer'), coachId: UserId }),
  z.object({
    type: z.literal('payment.remind'),
    coachId: UserId,
    periodEndsAt: IsoInstant,
    days: z.int(),
  }),
  z.object({ type: z.literal('payment.reconcile'), after: UserId.nullable() }),
  z.object({ type: z.literal('maintenance.purge') }),
]) satisfies z.ZodType<TimerCommand>

// A command without a schema, which could be stored and never read, does not compile.
type Unread = Exclude<TimerCommand['type'], z.infer<typeof Command>['type']>
const everyCommandIsRead: [Unread] extends [never] ? true : never = true

const Stored = z.looseObject({ v: z.int().min(0).max(VERSION).default(0), type: z.string() })

/** A stored timer that this release cannot run: of a newer one, or damaged. It has to be kept. */
export class TimerNotUnderstood extends Error {
  override readonly name = 'TimerNotUnderstood'
}

/** What somebody waits for who has just asked, or what only had to wait. Reminders are caused by the clock. */
const OF_REQUESTS: ReadonlySet<TimerCommand['type']> = new Set([
  'email.sendCode',
  'recovery.send',
  'mail.send',
  'push.send',
  'payment.read',
])

/** The stored form of a command, where it belongs to a request with its id (ADR 77), which every release reads past. */
export function storeTimer(command: TimerCommand): object {
  const stored = { v: VERSION, ...command }
  return OF_REQUESTS.has(command.type) ? withRequestId(stored) : stored
}

/**
 * The command of a timer of this release or an earlier one.
 * @throws TimerNotUnderstood for any other
 */
export function readTimer(stored: unknown): TimerCommand {
  const { data: shape } = Stored.safeParse(stored)
  const { data: command } = Command.safeParse(shape && asToday(shape))
  if (!command || !everyCommandIsRead)
    throw new TimerNotUnderstood(`timer not understood: ${JSON.stringify(stored)}`)
  return command
}

function asToday(shape: z.infer<typeof Stored>): object {
  // Its name in earlier releases.
  if (shape.type === 'house.purge') return { ...shape, type: 'maintenance.purge' }
  // The first releases only had the reminder ten minutes before, without its kind.
  if (shape.v === 0 && shape.type === 'session.remind') return { kind: 'm10', ...shape }
  return shape
}
