import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { loadActor, renewSignIn } from '../modules/auth/auth.service.ts'
import type { Actor } from '../policy/actor.ts'

/** Name of the header that carries a renewed token (product §1 D15). */
const RENEWED_TOKEN = 'x-session-token'

/**
 * Who makes the request, from its bearer token (RFC 6750 §2.1) and nothing else; undefined without a good one. Once
 * half of a token's life is gone the answer carries a fresh one.
 */
export async function authenticate(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | undefined> {
  const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) return undefined
  const claims = await deps.tokens.verify(token, deps.clock.now())
  if (!claims) return undefined
  const actor = await actorOf(deps, claims.authSessionId)
  if (!actor || actor.userId !== claims.userId) return undefined
  const halfLife = (claims.issuedAt + claims.expiresAt) / 2
  if (deps.clock.now() >= halfLife) {
    const renewed = await renewSignIn(deps, actor)
    if (renewed) reply.header(RENEWED_TOKEN, renewed)
  }
  return actor
}

/** Who a socket's token stands for now; undefined once the token or its sign-in has ended. */
export async function authenticateSocket(deps: Deps, token: string): Promise<Actor | undefined> {
  const claims = await deps.tokens.verify(token, deps.clock.now())
  if (!claims) return undefined
  const actor = await actorOf(deps, claims.authSessionId)
  return actor?.userId === claims.userId ? actor : undefined
}

function actorOf(deps: Deps, authSessionId: Actor['authSessionId']): Promise<Actor | undefined> {
  return deps.actors.get(authSessionId, () => loadActor(deps, authSessionId))
}
