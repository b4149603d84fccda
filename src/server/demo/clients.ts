import type { ClientId } from '#contract/values.ts'
import { createClient } from '../modules/clients/clients.service.ts'
import { transitionClient } from '../modules/clients/lifecycle.service.ts'
import { acceptInvitation, declineInvitation } from '../modules/invitations/invitations.service.ts'
import { type DemoPerson, ORIGIN, coachActor, introduce, keepSignIn, newPerson } from './people.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import type { DemoClient, World } from './world.ts'

/** A client and their person; `id` is set once the coach created the client. */
export type CastClient = { about: DemoClient; person: DemoPerson; id?: ClientId }

/** All clients of the coach, by key, each brought to the state in world.json. */
export function tellClients(
  stage: Stage,
  schedule: Schedule,
  world: World,
  coach: DemoPerson,
): Map<string, CastClient> {
  const cast = new Map<string, CastClient>()
  for (const about of world.clients) {
    const client: CastClient = { about, person: newPerson(about.email) }
    cast.set(about.key, client)
    stage.on(schedule.instant(about.created), () => create(stage, coach, client))
    if (about.answered) stage.on(schedule.instant(about.answered), () => answer(stage, client))
    for (const { at, move } of about.moves) {
      stage.on(schedule.instant(at), () => lead(stage, coach, client, move))
    }
  }
  return cast
}

async function create(stage: Stage, coach: DemoPerson, client: CastClient): Promise<void> {
  const { deps } = stage
  const { name, lastName, email, timezone, becomes, details } = client.about
  const created = await createClient(deps, await coachActor(deps, coach), {
    name,
    lastName,
    email,
    timezone,
    role: 'client',
    ...details,
    invite: becomes !== 'notInvited',
  })
  client.id = created.id
}

async function answer(stage: Stage, client: CastClient): Promise<void> {
  const { about, person } = client
  if (about.becomes === 'declined') {
    const token = mailedToken(stage, about.email)
    return declineInvitation(stage.deps, undefined, idOf(client), { token }, ORIGIN)
  }
  await acceptMailed(stage, idOf(client), person)
  if (about.about) await introduce(stage.deps, person, about.about)
}

async function lead(
  { deps }: Stage,
  coach: DemoPerson,
  client: CastClient,
  move: DemoClient['moves'][number]['move'],
): Promise<void> {
  await transitionClient(deps, await coachActor(deps, coach), idOf(client), move)
}

/** A person accepts their last mailed invitation, and stays signed in. */
export async function acceptMailed(stage: Stage, clientId: ClientId, person: DemoPerson): Promise<void> {
  const token = mailedToken(stage, person.email)
  const body = { token, password: person.password, acceptTerms: true, acceptPrivacy: true } as const
  const signedIn = await acceptInvitation(stage.deps, undefined, clientId, body, ORIGIN)
  await keepSignIn(stage.deps, person, signedIn)
}

export function idOf({ id, about }: CastClient): ClientId {
  if (!id) throw new Error(`${about.key} is not there yet`)
  return id
}

function mailedToken(stage: Stage, email: string): string {
  const token = /\/invitation\/[0-9a-f-]+\?t=([\w-]+)/.exec(stage.mailed(email).text)?.[1]
  if (!token) throw new Error(`No invitation was mailed to ${email}`)
  return token
}
