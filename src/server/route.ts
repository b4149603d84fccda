import type { Language } from '#contract/account/auth.ts'
import type { Readable } from 'node:stream'
import type { Access, Endpoint, OutputOf, ParsedOf } from '#contract/endpoint.ts'
import type { Deps } from './deps.ts'
import type { Actor, ClientActor, CoachActor } from '#server/policy/actor.ts'

/** A file as it arrived: its bytes, and what the sender says of it. Neither name nor type is to be believed. */
export type Upload = { bytes: Buffer; name: string; declaredType: string }

/** Who a handler may count on, by the access its endpoint declares. */
export type ActorFor<A extends Access> = A extends 'public'
  ? Actor | undefined
  : A extends 'client'
    ? ClientActor
    : A extends 'coach' | 'paidCoach'
      ? CoachActor
      : Actor

/** Facts of the transport that a use case may need: where a request came from, and the language it is read in. */
export type Origin = {
  /** What limits count the caller by: an IPv4 address or an IPv6 network; see client-address.ts. */
  address: string
  userAgent: string | undefined
  language: Language
  /** The secret of the browser, from its cookie or made for this request; see browser-cookie.ts. */
  browser: string
}

export type HandlerInput<E extends Endpoint> = ParsedOf<E> & {
  actor: ActorFor<E['access']>
  origin: Origin
  /** The file of a form; none when the call came without. */
  upload: E extends { upload: string } ? Upload | undefined : undefined
}

/** An answer whose status depends on what happened (verifyemail: 202 or 200); everything else answers its body alone. */
export class Answer<Body> {
  readonly status: number
  readonly body: Body
  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

/** An answer that gives the browser the secret of its `Origin`, so that it can be told again later. */
export class KnownBrowser<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

/** Leads a browser on, to a path of ours or to the identity provider; it is known from then on. */
export class Redirect {
  readonly location: string
  constructor(location: string) {
    this.location = location
  }
}

/** An answer that is a file: its bytes, whole or as they come from the store, and the headers that go with it. */
export class Download {
  readonly content: Readable | Buffer | string
  readonly headers: Readonly<Record<string, string | number>>
  constructor(content: Readable | Buffer | string, headers: Record<string, string | number>) {
    this.content = content
    this.headers = headers
  }
}

type Result<E extends Endpoint> = E extends { answers: string }
  ? Download
  : E['status'] extends 302
    ? Redirect
    : [OutputOf<E>] extends [undefined]
      ? void
      : OutputOf<E> | Answer<OutputOf<E>> | KnownBrowser<OutputOf<E>>

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
