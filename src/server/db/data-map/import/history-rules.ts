import { z } from 'zod'
import { GoalStatus } from '#contract/goals/goals.ts'
import { SessionOutcome } from '#contract/sessions/sessions.ts'
import { IsoInstant } from '#contract/values.ts'
import { SESSION_HISTORY } from '../session-history.ts'
import { type Practice, coach, fill, own, readBack, ref, value } from './column-rules.ts'
import { RowId, instant, side, words } from './values.ts'

// That of sessions, and when goals were taken up: what a practice shows again of its history.
const TYPES = [...SESSION_HISTORY, 'goal.moved'] as const

const isOfSession = (type: unknown) => (SESSION_HISTORY as readonly unknown[]).includes(type)
const subjects = ({ type }: { type?: unknown }) => (isOfSession(type) ? 'sessions' : 'goals')

/** What these events say; what else one of another release says is not read back. */
const Payload = z.object({
  clientId: RowId.nullable().default(null),
  groupId: RowId.nullable().default(null),
  seriesId: RowId.optional(),
  personId: RowId.optional(),
  startsAt: IsoInstant.optional(),
  endsAt: IsoInstant.optional(),
  fromStartsAt: IsoInstant.optional(),
  fromEndsAt: IsoInstant.optional(),
  toStartsAt: IsoInstant.optional(),
  toEndsAt: IsoInstant.optional(),
  expiresAt: IsoInstant.optional(),
  lapsesAt: IsoInstant.optional(),
  times: z.array(IsoInstant).min(1).max(3).optional(),
  by: side.optional(),
  late: z.boolean().optional(),
  past: z.boolean().optional(),
  quiet: z.literal(true).optional(),
  mailedLater: z.literal(true).optional(),
  wordless: z.literal(true).optional(),
  reason: words(500).nullable().optional(),
  before: SessionOutcome.optional(),
  outcome: SessionOutcome.optional(),
  from: GoalStatus.optional(),
  to: GoalStatus.optional(),
})

// The history of a session names people and series that are gone by now; their ids lead nowhere.
function withNewIds(
  { clientId, groupId, seriesId, personId, ...said }: z.infer<typeof Payload>,
  { ids }: Practice,
) {
  const newId = (table: 'clients' | 'groups' | 'session_series', old: string) => {
    const found = ids.find(table, old)
    return typeof found === 'string' ? found : ids.local(table, old)
  }
  return {
    ...said,
    clientId: clientId && newId('clients', clientId),
    groupId: groupId && newId('groups', groupId),
    ...(seriesId !== undefined && { seriesId: newId('session_series', seriesId) }),
    ...(personId !== undefined && { personId: newId('clients', personId) }),
  }
}

/** Events that say when something was have to: screens show it. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'session.move_requested': ['toStartsAt'],
  'session.move_declined': ['toStartsAt'],
  'session.move_withdrawn': ['toStartsAt'],
  'session.proposed': ['times'],
  'session.rescheduled': ['fromStartsAt'],
}

const DOMAIN_EVENTS = readBack(
  'domain_events',
  {
    id: own,
    coach_id: coach,
    type: value(z.enum(TYPES)),
    subject_id: ref(subjects),
    actor_user_id: { is: 'author', nullable: true },
    occurred_at: value(instant),
    payload: { is: 'mapped', schema: Payload, map: withNewIds },
    version: fill(1),
  },
  {
    isOfEmpty: true,
    leavesOut: ({ type, subject_id: subject, ...row }, { ids }) =>
      !(TYPES as readonly unknown[]).includes(type) ||
      typeof subject !== 'string' ||
      typeof ids.find(subjects({ type, ...row }), subject) !== 'string',
    problem({ type, payload }) {
      const said = payload as Record<string, unknown>
      const needed = isOfSession(type) ? ['startsAt', 'endsAt', ...(NEEDED[String(type)] ?? [])] : ['to']
      return needed.every((name) => said[name] !== undefined) ? undefined : 'payload'
    },
  },
)

/** The history of a practice, as far as it is shown. */
export const HISTORY_RULES = [DOMAIN_EVENTS]
