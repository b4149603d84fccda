import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isDueForRenewal } from '../modules/auth/sign-in/token-life.domain.ts'
import { loadActor, renewSignIn } from '../modules/auth/auth.service.ts'
import type { Actor } from '../policy/actor.ts'

/** Name of the header with a renewed token (product §1 D15). */
const RENEWED_TOKEN = 'x-session-token'

/** One way to prove who makes a request; undefined if the request does not use it, or fails. */
export type AuthenticationWay = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Actor | undefined>

/**
 * The actor of a request: the answer of the first way that knows one, undefined without. The ways are asked in their
 * order and share nothing, so that one more changes no other.
 */
export async function authenticate(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  ways: readonly AuthenticationWay[] = [byBearerToken],
): Promise<Actor | undefined> {
  for (const way of ways) {
    const actor = await way(deps, request, reply)
    if (actor) return actor
  }
  return undefined
}

/**
 * The actor of a bearer token (RFC 6750 §2.1). The response to a token that is a day old contains a new one.
 */
export const byBearerToken: AuthenticationWay = async (deps, request, reply) => {
  const token = bearerOf(request)
  if (!token) return undefined
  const claims = await deps.tokens.verify(token, deps.clock.now())
  if (!claims) return undefined
  const actor = await actorOf(deps, claims.authSessionId)
  if (!actor || actor.userId !== claims.userId) return undefined
  if (isDueForRenewal(claims, deps.clock.now())) {
    const renewed = await renewSignIn(deps, actor)
    if (renewed) reply.header(RENEWED_TOKEN, renewed)
  }
  return actor
}

/**
 * The token of the one `authorization` header. Of two, Node passes on the first: a proxy that checks the other one
 * would let it through, so two headers count as no header.
 */
function bearerOf({ headers, raw }: FastifyRequest): string | undefined {
  const given = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name))
  return given.length > 1 ? undefined : /^Bearer ([\w.-]+)$/.exec(headers.authorization ?? '')?.[1]
}

/** The actor of a socket's token when it is opened; undefined if the token or its sign-in has ended. */
export async function authenticateSocket(deps: Deps, token: string): Promise<Actor | undefined> {
  const claims = await deps.tokens.verify(token, deps.clock.now())
  if (!claims) return undefined
  const actor = await actorOf(deps, claims.authSessionId)
  return actor?.userId === claims.userId ? actor : undefined
}

/**
 * Reloads the request's actor, because the cached one may be older than a write on another server.
 * @returns whether anything changed
 */
export async function refreshActor(deps: Deps, request: FastifyRequest): Promise<boolean> {
  const { actor } = request
  if (!actor) return false
  const fresh = await deps.actors.reread(actor.authSessionId, () => loadActor(deps, actor.authSessionId))
  if (!fresh || isDeepStrictEqual(fresh, actor)) return false
  request.actor = fresh
  return true
}

function actorOf(deps: Deps, authSessionId: Actor['authSessionId']): Promise<Actor | undefined> {
  return deps.actors.get(authSessionId, () => loadActor(deps, authSessionId))
}
