import type { SessionDto } from '#contract/sessions/sessions.ts'
import { type GroupId, toWire } from '#contract/values.ts'
import { addMinutes } from '#time/clock.ts'
import { addMember } from '../modules/groups/adding.service.ts'
import { createGroup, transitionGroup } from '../modules/groups/groups.service.ts'
import { leaveGroup } from '../modules/groups/members.service.ts'
import { createSession } from '#server/modules/sessions/booking/bookings.service.ts'
import { closeSession } from '#server/modules/sessions/records/closings.service.ts'
import { getSession } from '../modules/sessions/sessions.service.ts'
import { type CastClient, acceptMailed, idOf } from './clients.ts'
import { type DemoPerson, clientActor, coachActor, newPerson } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import type { DemoGroup, DemoGroupSession, DemoMember, World } from './world.ts'

type Cast = { coach: DemoPerson; clients: ReadonlyMap<string, CastClient> }
type Told = { about: DemoGroup; id?: GroupId }

/** Every group of world.json, with its present, invited and former members. */
export function tellGroups(stage: Stage, schedule: Schedule, world: World, cast: Cast): void {
  for (const about of world.groups) {
    const group: Told = { about }
    tellGroup(stage, schedule, group, cast.coach)
    for (const member of about.members) tellMember(stage, schedule, group, member, cast)
    for (const session of about.sessions) tellGroupSession(stage, schedule, group, session, cast.coach)
  }
}

function tellGroup(stage: Stage, schedule: Schedule, group: Told, coach: DemoPerson): void {
  const { deps } = stage
  const { created, opened, started, from, until, members: _, sessions: __, ...about } = group.about
  const dayOf = (workday: number | undefined) =>
    workday === undefined ? undefined : schedule.workday(workday)
  stage.on(schedule.instant(created), async () => {
    const dates = { startDate: dayOf(from), endDate: dayOf(until) }
    const actor = await coachActor(deps, coach)
    group.id = (await createGroup(deps, actor, { ...about, ...dates, publish: false })).id
  })
  for (const [at, to] of [
    [opened, 'open'],
    [started, 'running'],
  ] as const) {
    if (at === undefined) continue
    stage.on(schedule.instant(at), async () =>
      transitionGroup(deps, await coachActor(deps, coach), idOfGroup(group), to),
    )
  }
}

function tellMember(stage: Stage, schedule: Schedule, group: Told, member: DemoMember, cast: Cast): void {
  const { deps } = stage
  if ('client' in member) {
    const client = cast.clients.get(member.client)
    if (!client) throw new Error(`Nobody is called ${member.client}`)
    stage.on(schedule.instant(member.added), async () =>
      addMember(deps, await coachActor(deps, cast.coach), idOfGroup(group), { clientId: idOf(client) }),
    )
    return
  }
  const { added, joined, left, ...about } = member
  const person = newPerson(about.email)
  let clientId: ReturnType<typeof idOf>
  stage.on(schedule.instant(added), async () => {
    const at = await addMember(deps, await coachActor(deps, cast.coach), idOfGroup(group), about)
    clientId = at.people!.find(({ email }) => email === about.email)!.clientId
  })
  if (joined) stage.on(schedule.instant(joined), () => acceptMailed(stage, clientId, person))
  if (left) {
    stage.on(schedule.instant(left), async () =>
      leaveGroup(deps, await clientActor(deps, person), idOfGroup(group)),
    )
  }
}

const LENGTH_MIN = 90

function tellGroupSession(
  stage: Stage,
  schedule: Schedule,
  group: Told,
  { at, booked, objective, summary }: DemoGroupSession,
  coach: DemoPerson,
): void {
  const { deps } = stage
  const startsAt = schedule.instant(at)
  const endsAt = addMinutes(startsAt, LENGTH_MIN)
  let told: SessionDto
  stage.on(schedule.instant(booked), async () => {
    const times = { startsAt: toWire(startsAt), endsAt: toWire(endsAt) }
    const body = {
      type: 'Group' as const,
      ...times,
      groupId: idOfGroup(group),
      objective,
      outsideHours: true,
    }
    told = await createSession(deps, await coachActor(deps, coach), body)
  })
  if (summary === undefined) return
  stage.on(addMinutes(endsAt, 10), async () => {
    const actor = await coachActor(deps, coach)
    const { attendance } = await getSession(deps, actor, told.id)
    await closeSession(deps, actor, told.id, {
      outcome: 'completed',
      realMinutes: LENGTH_MIN,
      attendance: attendance.map(({ personId }, index) => ({
        personId,
        state: index === attendance.length - 1 ? 'absent' : 'present',
      })),
      summary,
      privateNotes: '',
      actions: [],
    })
  })
}

function idOfGroup({ id, about }: Told): GroupId {
  if (!id) throw new Error(`${about.name} is not there yet`)
  return id
}
