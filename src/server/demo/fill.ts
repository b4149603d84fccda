import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { DAY_MS, type EpochMs } from '#time/clock.ts'
import type { Deps } from '../deps.ts'
import { readAllNotifications } from '../modules/notifications/notifications.service.ts'
import { StartFailure } from '../start-failure.ts'
import { tellBetweenSessions } from './between-sessions.ts'
import { type CastClient, tellClients } from './clients.ts'
import { tellCoach, tellUnpaidCoach } from './coaches.ts'
import { tellConversations } from './conversations.ts'
import { tellGoals } from './goals.ts'
import { tellGroups } from './groups.ts'
import { tellMemorandums } from './memorandums.ts'
import { tellNotes } from './notes.ts'
import { type DemoPerson, actorOf } from './people.ts'
import { tellResources } from './resources.ts'
import { createSchedule } from './schedule.ts'
import { tellSessions } from './sessions.ts'
import { type Stage, createStage } from './stage.ts'
import { readWorld, type World } from './world.ts'

/**
 * Fills an empty database with the demo data: a practice with nine weeks behind it and two ahead, written by the
 * product's own services on a clock that moves from then to now. The same moment gives the same data, except passwords
 * and other secrets.
 * @returns the lines to print: who can sign in, with passwords that are only shown now
 * @throws StartFailure `demoNotEmpty`
 */
export async function fillDemo(real: Deps): Promise<string[]> {
  if (await hasPeople(real)) throw new StartFailure('demoNotEmpty')
  const now = real.clock.now()
  const stage = createStage(real, now, keepsMail(real, now))
  const { coach, unpaidCoach, clients } = tellWorld(stage, now, readWorld())
  await stage.play()
  return lines(real, coach, unpaidCoach, [...clients.values()])
}

/**
 * Schedules everything that happens in the demo data, as seen from `now`; `stage.play` runs it.
 * @returns the people, who exist once it has been played
 */
export function tellWorld(stage: Stage, now: EpochMs, world: World) {
  const schedule = createSchedule(now, world.coach.timezone)
  const coach = tellCoach(stage, schedule, world)
  const unpaidCoach = tellUnpaidCoach(stage, schedule, world)
  const clients = tellClients(stage, schedule, world, coach)
  tellSessions(stage, schedule, world, { coach, clients })
  tellGroups(stage, schedule, world, { coach, clients })
  tellMemorandums(stage, schedule, world, { coach, clients })
  tellGoals(stage, schedule, { coach, clients })
  tellNotes(stage, schedule, world, { coach, clients })
  tellResources(stage, schedule, world, { coach, clients })
  tellBetweenSessions(stage, schedule, { coach, clients })
  tellConversations(stage, schedule, { coach, clients })
  for (const { who, at } of world.reading) {
    const reader = who === 'coach' ? coach : clients.get(who)!.person
    stage.on(schedule.instant(at), () => readAll(stage, reader))
  }
  return { coach, unpaidCoach, clients }
}

async function hasPeople({ db }: Deps): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Invented addresses get no mail; the outbox keeps the mails of the last day. */
function keepsMail({ config }: Deps, now: EpochMs) {
  return (at: EpochMs) => !config.smtpUrl && at > now - DAY_MS
}

async function readAll({ deps }: Stage, person: DemoPerson): Promise<void> {
  const actor = await actorOf(deps, person)
  await readAllNotifications(deps, actor)
}

function lines(deps: Deps, coach: DemoPerson, unpaidCoach: DemoPerson, clients: CastClient[]): string[] {
  const shown = [
    { key: 'coach', person: coach },
    { key: 'unpaidCoach', person: unpaidCoach },
    ...clients.filter(({ about }) => about.shown).map(({ person }) => ({ key: 'client', person })),
  ]
  const widest = Math.max(...shown.map(({ person }) => person.email.length))
  const text = (key: string, params = {}) => deps.texts.text(DEFAULT_LANGUAGE, `cli:demo.${key}`, params)
  return [
    text('intro'),
    ...shown.map(({ key, person: { email, password } }) =>
      text(key, { email: email.padEnd(widest), password }),
    ),
  ]
}
