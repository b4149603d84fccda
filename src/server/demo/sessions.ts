import { type ActionId, toWire } from '#contract/values.ts'
import { MINUTE_MS, addMinutes, type EpochMs } from '#time/clock.ts'
import { occurrencesOf, wallStartOf } from '#time/recurrence.ts'
import { setActionStatus } from '../modules/actions/changing.service.ts'
import { listGoals } from '../modules/goals/goals.service.ts'
import { createSession } from '#server/modules/sessions/booking/bookings.service.ts'
import { closeSession, correctSession } from '#server/modules/sessions/records/closings.service.ts'
import {
  cancelSession,
  confirmSession,
  rejectSession,
} from '#server/modules/sessions/changes/moves.service.ts'
import { tellAround } from './around-sessions.ts'
import { type CastClient, idOf } from './clients.ts'
import { type DemoPerson, clientActor, coachActor } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import { type Cast, type Told, sessionId } from './told-session.ts'
import type { DemoSession, World } from './world.ts'

const LENGTH_MIN = 60
const ALL_OPEN = { status: 'open', direction: 'asc', items: 100, page: 1 } as const
/** The least gap between a session of today and the one that is about to start. */
const GAP_MIN = 15

type Timed = Pick<Told, 'session' | 'startsAt' | 'endsAt'>
type Record = Extract<NonNullable<DemoSession['end']>, { summary: string }>

/** Every session of world.json: requested or booked, answered, held or not, closed or not. */
export function tellSessions(stage: Stage, schedule: Schedule, world: World, cast: Cast): void {
  for (const { session, ...interval } of timedSessions(schedule, world)) {
    const told: Told = { session, ...interval, client: clientOf(cast, session.client) }
    tellBooking(stage, schedule, told, cast)
    tellAround(stage, schedule, told, cast)
    tellEnd(stage, schedule, told, cast)
  }
}

/** The sessions of world.json that there are when the demo is filled at this moment, with their times. */
export function timedSessions(schedule: Schedule, world: World): Timed[] {
  const soon = schedule.instant('soon')
  return world.sessions
    .map((session) => {
      const startsAt = schedule.instant(session.at)
      return { session, startsAt, endsAt: addMinutes(startsAt, LENGTH_MIN) }
    })
    .filter((timed) => !timed.session.at.startsWith('0 ') || fitsToday(schedule, timed, soon))
}

/** Today's sessions must not overlap the one starting soon, or be on a day without work. */
function fitsToday(schedule: Schedule, { startsAt, endsAt }: Timed, soon: EpochMs): boolean {
  const apart = endsAt + GAP_MIN * MINUTE_MS <= soon || soon + (LENGTH_MIN + GAP_MIN) * MINUTE_MS <= startsAt
  return schedule.todayIsWorkday && apart
}

function tellBooking(stage: Stage, schedule: Schedule, told: Told, { coach }: Cast): void {
  const { deps } = stage
  const { session, client } = told
  const { by, at, answeredAfterHours } = session.booked
  const bookedAt = schedule.instant(at)
  const body = {
    type: 'Client' as const,
    startsAt: toWire(told.startsAt),
    endsAt: toWire(told.endsAt),
    objective: session.objective,
  }
  stage.on(bookedAt, async () => {
    const created =
      by === 'client'
        ? await createSession(deps, await clientActor(deps, client.person), body)
        : await createSession(deps, await coachActor(deps, coach), {
            ...body,
            clientId: idOf(client),
            outsideHours: true,
            ...client.about.meeting,
            ...repeated(schedule, told),
          })
    told.id = created.id
  })
  if (answeredAfterHours === undefined) return
  stage.on(addMinutes(bookedAt, Math.round(answeredAfterHours * 60)), async () =>
    confirmSession(deps, await coachActor(deps, coach), sessionId(told), client.about.meeting),
  )
}

/** The rule of a session that repeats, with the postponed one. */
function repeated({ timezone }: Schedule, { session, startsAt }: Told) {
  if (!session.repeats) return {}
  const { count, moved } = session.repeats
  const recurrence = { frequency: 'weekly' as const, interval: 1, weekdays: [], count }
  const starts = occurrencesOf(recurrence, wallStartOf(startsAt, timezone), timezone)
  const later = toWire(addMinutes(starts[moved.position]!, moved.laterMin))
  return { recurrence, moved: [{ position: moved.position, startsAt: later }] }
}

function tellEnd(stage: Stage, schedule: Schedule, told: Told, { coach }: Cast): void {
  const { deps } = stage
  const { end } = told.session
  switch (end?.type) {
    case 'completed':
    case 'noShowClient': {
      const closedAt = addMinutes(told.endsAt, stage.between(2, 25))
      // Future, in progress, or just over: then the record does not exist yet.
      if (closedAt <= schedule.now) tellClosing(stage, schedule, told, end, coach, closedAt)
      return
    }
    case 'cancelled':
      stage.on(schedule.instant(end.at), async () => {
        const actor =
          end.by === 'coach' ? await coachActor(deps, coach) : await clientActor(deps, told.client.person)
        await cancelSession(deps, actor, sessionId(told), { reason: end.reason })
      })
      return
    case 'rejected':
      stage.on(schedule.instant(end.at), async () =>
        rejectSession(deps, await coachActor(deps, coach), sessionId(told), end.reason),
      )
      return
    case 'expired':
    case 'leftOpen':
    case undefined:
      // Nobody does anything: a request expires, a held session waits to be closed.
      return
  }
}

function tellClosing(
  stage: Stage,
  schedule: Schedule,
  told: Told,
  end: Record,
  coach: DemoPerson,
  closedAt: EpochMs,
): void {
  const { deps } = stage
  const held = end.type === 'completed'
  const late = held && stage.between(1, 6) === 1
  const realMinutes = held ? LENGTH_MIN + stage.between(-6, 8) : 0
  const ids: ActionId[] = []
  const recordOf = (minutes: number) => ({
    outcome: end.type,
    realMinutes: minutes,
    attendance: [
      {
        personId: idOf(told.client),
        state: held ? (late ? ('late' as const) : ('present' as const)) : ('absent' as const),
      },
    ],
    summary: end.summary,
    privateNotes: end.notes,
  })
  stage.on(closedAt, async () => {
    const actor = await coachActor(deps, coach)
    const { data: goals } = await listGoals(deps, actor, { clientId: idOf(told.client) }, ALL_OPEN)
    const closed = await closeSession(deps, actor, sessionId(told), {
      ...recordOf(realMinutes),
      goals: end.goals.map(({ title, ...noted }) => ({
        ...noted,
        goalId: goals.find((goal) => goal.title === title)!.id,
      })),
      actions: end.actions.map(({ text, due }) => ({
        text,
        dueOn: due === undefined ? undefined : schedule.workday(due),
      })),
    })
    for (const { text } of end.actions) ids.push(closed.actions.find((action) => action.text === text)!.id)
  })
  const { corrected } = end
  if (corrected) {
    stage.on(addMinutes(closedAt, corrected.afterHours * 60), async () =>
      correctSession(deps, await coachActor(deps, coach), sessionId(told), recordOf(corrected.realMinutes)),
    )
  }
  for (const [index, { moves }] of end.actions.entries()) {
    for (const { at, to } of moves) {
      stage.on(schedule.instant(at), async () =>
        setActionStatus(deps, await clientActor(deps, told.client.person), ids[index]!, { status: to }),
      )
    }
  }
}

function clientOf({ clients }: Cast, key: string): CastClient {
  const client = clients.get(key)
  if (!client) throw new Error(`Nobody is called ${key}`)
  return client
}
