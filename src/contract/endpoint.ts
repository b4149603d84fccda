import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an endpoint; checked before anything of the request is parsed.
 * - `public`: anybody; a valid bearer is still recognised
 * - `signedIn`: any signed-in person, an unpaid coach included (product §1 D6)
 * - `clientOrPaidCoach`: both sides of a practice; an unpaid coach answers 402
 * - `client`, `coach`, `paidCoach`: that side alone
 */
export type Access = 'public' | 'signedIn' | 'clientOrPaidCoach' | 'client' | 'coach' | 'paidCoach'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the API as plain data: the server registers it, the web types its calls by it, the sweeps run over it. */
export type Endpoint = {
  method: Method
  /** Fastify notation, `/v1/session/:sessionId`. */
  path: string
  access: Access
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * The call takes a form (multipart/form-data) with one file in this field; `body` then tells of its other fields,
   * which may come as JSON when there is no file to send.
   */
  upload?: string
  /** Absent for an answer without a body. */
  response?: z.ZodType
  /** The media type of an answer that is no JSON. */
  answers?: string
  /** Most calls of one address in a minute, where that is fewer than it has in all. */
  perMinute?: number
  /** Takes a body of up to 1 MB; every other call one of 128 KB, which is read and checked in a few milliseconds. */
  largeBody?: true
  /** Of the test mode: outside production it answers this machine alone, and nobody behind a proxy. */
  thisMachine?: true
  /** Status of success; 200 when left out, 204 without a response, 302 for one that a browser is led on from. */
  status?: 200 | 201 | 202 | 204 | 302
  /** The refusals of this call beyond those every call may give (no token, wrong role, unpaid, bad input, too many). */
  errors: readonly ErrorCode[]
}

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
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
  // A form may stand in for a body, with the file and the texts of the other fields.
  (E extends { upload: string }
    ? { body?: InferInput<E['body']>; form?: FormData }
    : Part<'body', InferInput<E['body']>>)

/** What a handler receives: the parsed parts. */
export type ParsedOf<E extends Endpoint> = {
  params: InferOutput<E['params']>
  query: InferOutput<E['query']>
  body: InferOutput<E['body']>
}

/** What the endpoint answers. */
export type OutputOf<E extends Endpoint> = InferOutput<E['response']>
