import type { Language } from '#contract/account/auth.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Access, Endpoint, OutputOf, ParsedOf } from '#contract/endpoint.ts'
import type { Deps } from './deps.ts'
import type { Actor, ClientActor, CoachActor } from '#server/policy/actor.ts'

/** An uploaded file: its bytes, and the name and type that the sender declares. Neither can be trusted. */
export type Upload = { bytes: Buffer; name: string; declaredType: string }

/** The type of a handler's actor, by the access its endpoint declares. */
export type ActorFor<A extends Access> = A extends 'public'
  ? Actor | undefined
  : A extends 'signed'
    ? undefined
    : A extends 'client'
      ? ClientActor
      : A extends 'coach' | 'paidCoach'
        ? CoachActor
        : Actor

/** Facts about the transport that a use case may need: the source of a request and its language. */
export type Origin = {
  /** The key that limits count the caller by: an IPv4 address or an IPv6 network; see client-address.ts. */
  address: string
  userAgent: string | undefined
  language: Language
  /** The browser's secret, from its cookie or created for this request; see browser-cookie.ts. */
  browser: string
  /** The part of a file that is asked for (RFC 9110 §14.2). */
  range: string | undefined
}

export type HandlerInput<E extends Endpoint> = ParsedOf<E> & {
  actor: ActorFor<E['access']>
  origin: Origin
  /** The file of a form; undefined if the call had no file. */
  upload: E extends { upload: string } ? Upload | undefined : undefined
}

/** A response whose status depends on the result (verifyemail: 202 or 200); all others are just the body. */
export class Answer<Body> {
  readonly status: number
  readonly body: Body
  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

/** A response that gives the browser the secret of its `Origin`, so that it can be recognised later. */
export class KnownBrowser<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

/** Redirects the browser to a path of ours or to the identity provider, and gives it its secret. */
export class Redirect {
  readonly location: string
  constructor(location: string) {
    this.location = location
  }
}

/** A file as a response: its bytes, complete or as a stream, and its headers. */
export class Download {
  readonly content: Readable | Buffer | string
  readonly headers: Readonly<Record<string, string | number>>
  /** Other than of the endpoint, for a part of a file. */
  readonly status: number | undefined
  constructor(
    content: Readable | Buffer | string,
    headers: Record<string, string | number>,
    status?: 200 | 206 | 416,
  ) {
    this.content = content
    this.headers = headers
    this.status = status
  }
}

type Result<E extends Endpoint> = E extends { answers: string }
  ? Download
  : E['status'] extends 302
    ? Redirect
    : [OutputOf<E>] extends [undefined]
      ? void
      : OutputOf<E> | Answer<OutputOf<E>> | KnownBrowser<OutputOf<E>>

/** The request of a signed call: its headers, and its body unchanged. */
export type SignedBytes = { headers: IncomingHttpHeaders; bytes: Buffer }

/** Checks a signature and reads what was signed; undefined if the signature is missing or wrong. */
export type Verify<Content extends object> = (
  deps: Deps,
  signed: SignedBytes,
) => Content | undefined | Promise<Content | undefined>

export type Route = {
  endpoint: Endpoint
  handler: (deps: Deps, input: never) => Promise<unknown>
  /** Of signed endpoints. */
  verify?: Verify<object>
}

type SignedEndpoint = Endpoint & { access: 'signed' }

/** An endpoint that needs no check of a signature. */
export type Unsigned<E extends Endpoint> = E extends SignedEndpoint ? never : E

/** Connects an endpoint to its use case; one line of a module's routes. */
export function route<E extends Endpoint>(
  endpoint: Unsigned<E>,
  handler: (deps: Deps, input: HandlerInput<E>) => Promise<Result<E>>,
): Route
/** The use case of a signed endpoint receives only what `verify` read, so it cannot use bytes that nobody checked. */
export function route<E extends SignedEndpoint, Content extends object>(
  endpoint: E,
  handler: (deps: Deps, input: HandlerInput<E> & { signed: Content }) => Promise<Result<E>>,
  options: { verify: Verify<Content> },
): Route
export function route(
  endpoint: Endpoint,
  handler: Route['handler'],
  options?: { verify: Verify<object> },
): Route {
  return { endpoint, handler, ...options }
}
