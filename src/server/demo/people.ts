import { randomInt } from 'node:crypto'
import type { SignedIn } from '#contract/account/auth.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { AuthSessionId } from '#contract/values.ts'
import { DAY_MS, type EpochMs } from '#time/clock.ts'
import type { Deps } from '../deps.ts'
import { loadActor, renewSignIn } from '../modules/auth/auth.service.ts'
import { signIn } from '#server/modules/auth/sign-in/sign-in.service.ts'
import { putProfile } from '../modules/profiles/profiles.service.ts'
import { getSettings, putSettings } from '../modules/users/settings.service.ts'
import type { Actor, ClientActor, CoachActor } from '../policy/actor.ts'
import type { DemoAbout } from './world.ts'

/** A person of the demo data who can sign in. */
export type DemoPerson = {
  email: string
  password: string
  authSessionId?: AuthSessionId
  /** When the sign-in was last kept alive. */
  seenAt?: EpochMs
}

/** The address the people of the demo data sign in from. */
export const ORIGIN = {
  address: '127.0.0.1',
  userAgent: 'Norte demo',
  language: DEFAULT_LANGUAGE,
  browser: 'Norte demo',
} as const

const SEEN_EVERY_MS = 3 * DAY_MS

export function newPerson(email: string): DemoPerson {
  return { email, password: newPassword() }
}

/** Stores the sign-in that a response of the product opened. */
export async function keepSignIn(deps: Deps, person: DemoPerson, { token }: SignedIn): Promise<void> {
  const claims = await deps.tokens.verify(token, deps.clock.now())
  person.authSessionId = claims?.authSessionId
}

export async function coachActor(deps: Deps, person: DemoPerson): Promise<CoachActor> {
  const actor = await actorOf(deps, person)
  if (actor.userType !== 'coach') throw new Error(`${person.email} is no coach`)
  return actor
}

export async function clientActor(deps: Deps, person: DemoPerson): Promise<ClientActor> {
  const actor = await actorOf(deps, person)
  if (actor.userType !== 'client') throw new Error(`${person.email} is no client`)
  return actor
}

/** The person's current actor; signs in again if the last sign-in has ended. */
export async function actorOf(deps: Deps, person: DemoPerson): Promise<Actor> {
  const known = person.authSessionId && (await loadActor(deps, person.authSessionId))
  if (known) {
    await keepAlive(deps, person, known)
    return known
  }
  await keepSignIn(deps, person, await signIn(deps, person, ORIGIN))
  const actor = person.authSessionId && (await loadActor(deps, person.authSessionId))
  if (!actor) throw new Error(`${person.email} cannot sign in`)
  return actor
}

/** A person who has accepted fills in their profile and contacts. */
export async function introduce(deps: Deps, person: DemoPerson, about: DemoAbout): Promise<void> {
  const actor = await actorOf(deps, person)
  const { userId: id, timezone } = actor
  const { country } = await getSettings(deps, actor)
  await putSettings(deps, actor, { id, country, timezone, city: about.city, ...about.links })
  await putProfile(deps, actor, about.profile)
}

/** Uses the sign-in every few days, like a person who opens the product occasionally. */
async function keepAlive(deps: Deps, person: DemoPerson, actor: Actor): Promise<void> {
  const now = deps.clock.now()
  if (person.seenAt !== undefined && now < person.seenAt + SEEN_EVERY_MS) return
  await renewSignIn(deps, actor)
  person.seenAt = now
}

// Without letters and digits that are confused when copied by hand. 62 random bits.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LETTERS = 13

function newPassword(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)])
  return letters.join('').replace(/^(.{4})(.{4})/, '$1-$2-')
}
