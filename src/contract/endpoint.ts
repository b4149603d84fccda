import type { z } from 'zod'
import type { DeclaredErrorCode } from './errors.ts'

/**
 * Who may call an endpoint; checked before the request is parsed.
 * - `public`: everybody; a valid bearer token is still recognised
 * - `signedIn`: any signed-in person, an unpaid coach included (product §1 D6)
 * - `clientOrPaidCoach`: both sides of a practice; an unpaid coach gets 402
 * - `client`, `coach`, `paidCoach`: only that side
 * - `signed`: a service that signs the bytes of its calls, such as a payment provider; 401 without a good signature
 */
export type Access = 'public' | 'signedIn' | 'clientOrPaidCoach' | 'client' | 'coach' | 'paidCoach' | 'signed'

/**
 * Whose the object in a path is. `self` and `practice` are checked before the use case runs (http/authorize.ts); what
 * is not the caller's answers exactly like what does not exist.
 * - `self`: `:userId` is the person who calls
 * - `practice`: `:coachId` is the coach of the practice that the caller belongs to
 * - `scope`: the use case looks for the row among those of the caller's scope (policy/scope.ts)
 * - `secret`: the id, the signature or the token of a link is the permission
 */
export type Owner = 'self' | 'practice' | 'scope' | 'secret'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One endpoint as plain data: the server registers it, the web derives the types of its calls, tests iterate over all.
 */
export type Endpoint = {
  method: Method
  /** Fastify notation, `/v1/session/:sessionId`. */
  path: string
  access: Access
  /** Of every path with a parameter. */
  owner?: Owner
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * The call takes a form (multipart/form-data) with one file in this field; `body` describes its other fields, which
   * may be sent as JSON if there is no file.
   */
  upload?: string
  /** Absent for a response without a body. */
  response?: z.ZodType
  /** The media type of a response that is not JSON. */
  answers?: string
  /** The use case checks itself that nothing about the actor has changed, which saves a query (`ActorChanged`). */
  checksActor?: true
  /** The rate limit per address and minute, if lower than the general one. */
  perMinute?: number
  /** Accepts a body of up to 1 MB; other calls accept 128 KB, which is parsed and checked in a few milliseconds. */
  largeBody?: true
  /** The body of a `signed` call is read as bytes, whatever its type, because any parser would break the signature. */
  raw?: { maxBytes: number }
  /** Only for test mode: outside production, and only for this machine, not through a proxy. */
  thisMachine?: true
  /** Status of success; 200 by default, 204 without a response, 302 for a redirect. */
  status?: 200 | 201 | 202 | 204 | 302
  /** The refusals of this call beyond those every call may give (`HOUSE_ERRORS`). */
  errors: readonly DeclaredErrorCode[]
}

/** The one owner that fits a path and its access; never for a path without parameters. */
type OwnerOf<Path extends string, A extends Access> = Path extends `${string}/:${string}`
  ? A extends 'public' | 'signed'
    ? 'secret'
    : Path extends `${string}/:userId${string}`
      ? 'self'
      : Path extends `${string}/:coachId${string}`
        ? 'practice'
        : 'scope'
  : never

/** What a declaration has to say of its owner, by its path and access. */
export type Owned<Path extends string, A extends Access> = [OwnerOf<Path, A>] extends [never]
  ? { owner?: never }
  : { owner: OwnerOf<Path, A> }

/** A signed call has raw bytes in place of a parsed body or a form, and no other call does. */
export type Sealed<A extends Access> = A extends 'signed'
  ? { raw: { maxBytes: number }; body?: never; largeBody?: never; upload?: never }
  : { raw?: never }

/** Declares an endpoint and preserves its literal types. A wrong or missing owner or body does not compile. */
export function endpoint<const E extends Endpoint>(
  declaration: E & Owned<E['path'], E['access']> & Sealed<E['access']>,
): E {
  return declaration
}

type InferInput<S> = S extends z.ZodType ? z.input<S> : undefined
type InferOutput<S> = S extends z.ZodType ? z.output<S> : undefined

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** What a caller passes to an endpoint. */
export type InputOf<E extends Endpoint> = Part<'params', InferInput<E['params']>> &
  Part<'query', InferInput<E['query']>> &
  // A form may replace the body, with the file and the texts of the other fields.
  (E extends { upload: string }
    ? { body?: InferInput<E['body']>; form?: FormData }
    : Part<'body', InferInput<E['body']>>)

/** What a handler receives: the parsed parts. */
export type ParsedOf<E extends Endpoint> = {
  params: InferOutput<E['params']>
  query: InferOutput<E['query']>
  body: InferOutput<E['body']>
}

/** What the endpoint responds. */
export type OutputOf<E extends Endpoint> = InferOutput<E['response']>
