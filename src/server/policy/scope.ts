import type { ClientId, UserId } from '#contract/values.ts'
import type { ClientActor, CoachActor } from './actor.ts'

declare const minted: unique symbol

/** The rows of one practice. Only this file creates it, from an actor; repositories require it. */
export type CoachScope = { readonly coachId: UserId; readonly [minted]: 'coach' }

/** The rows of one client within a practice. */
export type ClientScope = {
  readonly coachId: UserId
  readonly clientId: ClientId
  readonly [minted]: 'client'
}

export type Scope = CoachScope | ClientScope

/** The facts that decide a scope: of an actor, or of the owner of a feed's secret. */
type CoachFacts = Pick<CoachActor, 'userType' | 'coachId'>
type ClientFacts = Pick<ClientActor, 'userType' | 'coachId' | 'clientId'>

/** The rows that this actor's queries may use: a coach's practice, or a client's own rows. */
export function scopeOf(actor: CoachFacts): CoachScope
export function scopeOf(actor: ClientFacts): ClientScope
export function scopeOf(actor: CoachFacts | ClientFacts): Scope
export function scopeOf(actor: CoachFacts | ClientFacts): Scope {
  return (
    actor.userType === 'coach'
      ? { coachId: actor.coachId }
      : { coachId: actor.coachId, clientId: actor.clientId }
  ) as Scope
}

/**
 * The scope of a query that is built once for all calls: the places in its text where the ids of a call's scope go,
 * which the query builder takes like ids.
 */
export function coachSlots({ coachId }: { coachId: object }): CoachScope {
  return { coachId } as unknown as CoachScope
}

/** The same for a client's. */
export function clientSlots({ coachId, clientId }: { coachId: object; clientId: object }): ClientScope {
  return { coachId, clientId } as unknown as ClientScope
}

/** The client of the scope; undefined for a whole practice. */
export function clientOf(scope: Scope): ClientId | undefined {
  return 'clientId' in scope ? scope.clientId : undefined
}

/**
 * The practice of a job's own row: effects and timers work on rows the product wrote itself, without an actor. Never
 * reachable from a request.
 */
export function scopeOfPractice(coachId: UserId): CoachScope {
  return { coachId } as CoachScope
}
