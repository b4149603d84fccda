import type { Language } from '#contract/auth.ts'
import type { Access, Endpoint, OutputOf, ParsedOf } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Actor, ClientActor, CoachActor } from '../policy/actor.ts'

/** Who a handler may count on, by the access its endpoint declares. */
export type ActorFor<A extends Access> = A extends 'public'
  ? Actor | undefined
  : A extends 'client'
    ? ClientActor
    : A extends 'coach' | 'paidCoach'
      ? CoachActor
      : Actor

/** Facts of the transport that a use case may need: where a request came from, and the language it is read in. */
export type Origin = { address: string; userAgent: string | undefined; language: Language }

export type HandlerInput<E extends Endpoint> = ParsedOf<E> & { actor: ActorFor<E['access']>; origin: Origin }

/** An answer whose status depends on what happened (verifyemail: 202 or 200); everything else answers its body alone. */
export class Answer<Body> {
  readonly status: number
  readonly body: Body
  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

type Result<E extends Endpoint> = [OutputOf<E>] extends [undefined] ? void : OutputOf<E> | Answer<OutputOf<E>>

export type Route = {
  endpoint: Endpoint
  handler: (deps: Deps, input: never) => Promise<unknown>
}

/** Ties an endpoint to its use case; one line of a module's routes. */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: (deps: Deps, input: HandlerInput<E>) => Promise<Result<E>>,
): Route {
  return { endpoint, handler }
}
