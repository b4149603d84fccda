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
  const token = bearerOf(request)
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

/**
 * The token of the one `authorization` header. Of two, Node passes on the first: a proxy that looks at the other would
 * let through what it meant to stop, so two are as good as none.
 */
function bearerOf({ headers, raw }: FastifyRequest): string | undefined {
  const given = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name))
  return given.length > 1 ? undefined : /^Bearer ([\w.-]+)$/.exec(headers.authorization ?? '')?.[1]
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
