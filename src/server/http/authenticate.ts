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
  ofAnyAge?: boolean,
) => Promise<Actor | undefined>

/**
 * The actor of a request: the answer of the first way that knows one, undefined without. The ways are asked in their
 * order and share nothing, so that one more changes no other.
 * @param ofAnyAge for a use case that checks itself that nothing about the actor has changed (`checksActor`)
 */
export async function authenticate(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  ways: readonly AuthenticationWay[] = [byBearerToken],
  ofAnyAge = false,
): Promise<Actor | undefined> {
  for (const way of ways) {
    const actor = await way(deps, request, reply, ofAnyAge)
    if (actor) return actor
  }
  return undefined
}

/**
 * The actor of a bearer token (RFC 6750 §2.1). The response to a token that is a day old contains a new one.
 */
export const byBearerToken: AuthenticationWay = async (deps, request, reply, ofAnyAge) => {
  const token = bearerOf(request)
  if (!token) return undefined
  const claims = await deps.tokens.verify(token, deps.clock.now())
  if (!claims) return undefined
  const actor = await actorOf(deps, claims.authSessionId, ofAnyAge)
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
 * @param ofAnyAge whether it may also be older than what this server forgets
 * @returns whether anything changed
 */
export async function refreshActor(deps: Deps, request: FastifyRequest, ofAnyAge = false): Promise<boolean> {
  const { actor } = request
  if (!actor) return false
  const load = () => loadActor(deps, actor.authSessionId)
  const { actors } = deps
  const fresh = await (ofAnyAge
    ? actors.read(actor.authSessionId, load)
    : actors.reread(actor.authSessionId, load))
  if (!fresh || isDeepStrictEqual(fresh, actor)) return false
  request.actor = fresh
  return true
}

/** The request's actor as they are now; undefined if their sign-in has ended. */
export async function rereadActor(deps: Deps, { actor }: FastifyRequest): Promise<Actor | undefined> {
  if (!actor) return undefined
  return deps.actors.read(actor.authSessionId, () => loadActor(deps, actor.authSessionId))
}

function actorOf(
  deps: Deps,
  authSessionId: Actor['authSessionId'],
  ofAnyAge?: boolean,
): Promise<Actor | undefined> {
  return deps.actors.get(authSessionId, () => loadActor(deps, authSessionId), ofAnyAge)
}
