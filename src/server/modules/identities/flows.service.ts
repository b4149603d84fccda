import type { Proof } from '#contract/account/accounts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { GoogleError } from '#contract/account/google.ts'
import { type ClientId, Email } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import * as userPolicy from '../../policy/user.policy.ts'
import { Refusal } from '../../refusal.ts'
import { noteAttempt } from '#server/modules/auth/sign-in/attempts.service.ts'
import { requireProof } from '#server/modules/auth/sign-in/proof.service.ts'
import { findOpenInvitation } from '../clients/clients.service.ts'
import {
  renewInvitationToken,
  requireOpenLink,
} from '#server/modules/clients/inviting/invitation-tokens.service.ts'
import * as flows from './flows.repository.ts'
import { FLOW_MS, type FlowEnd, arrival, cleanName, isNewcomer, isOwnPath } from './identities.domain.ts'
import { linkToSignedIn, lookForWay } from './linking.service.ts'
import { type Ticket, issueTicket } from './tickets.service.ts'

type Origin = { address: string; userAgent: string | undefined; browser: string }

const NOWHERE: flows.FlowStart = {
  returnTo: null,
  linkUserId: null,
  linkSessionId: null,
  invitationClientId: null,
  invitationTokenHash: null,
}

/** GET start: the browser's next address, which is the landing page with an error if the chooser cannot be reached. */
export async function startSignIn(deps: Deps, to: string | undefined, origin: Origin): Promise<string> {
  const aim = { ...NOWHERE, returnTo: to !== undefined && isOwnPath(to) ? to : null }
  const begun = await begin(deps, aim, origin)
  return 'url' in begun ? begun.url : arrival(aim, begun)
}

/** The chooser's address for the invited person with the link; the flow returns to that invitation. */
export async function startForInvitation(
  deps: Deps,
  clientId: ClientId,
  token: string,
  origin: Origin,
): Promise<{ url: string }> {
  await requireOpenLink(deps, clientId, token)
  const invitationTokenHash = deps.tokens.hashLinkToken(token)
  return beginOrRefuse(deps, { ...NOWHERE, invitationClientId: clientId, invitationTokenHash }, origin)
}

/** The chooser's address for a signed-in person who wants to link an account; the flow ends with the link made. */
export async function startLink(
  deps: Deps,
  actor: Actor,
  proof: Proof,
  origin: Origin,
): Promise<{ url: string }> {
  if (!userPolicy.can(actor, 'linkIdentity', actor)) throw new Refusal('auth.google_unconfirmed')
  if (!deps.oidc) throw new Refusal('auth.google_off')
  await requireProof(deps, actor, proof, origin)
  const { userId: linkUserId, authSessionId: linkSessionId } = actor
  return beginOrRefuse(deps, { ...NOWHERE, linkUserId, linkSessionId }, origin)
}

async function beginOrRefuse(deps: Deps, aim: flows.FlowStart, origin: Origin): Promise<{ url: string }> {
  const begun = await begin(deps, aim, origin)
  if ('url' in begun) return { url: begun.url }
  if (begun.error === 'tooMany') throw new Refusal('request.too_many')
  throw new Refusal(begun.error === 'off' ? 'auth.google_off' : 'auth.google_away')
}

async function begin(
  deps: Deps,
  aim: flows.FlowStart,
  { address, browser }: Origin,
): Promise<{ url: string } | { error: GoogleError }> {
  if (!deps.oidc) return { error: 'off' }
  // The account is not known yet, so the address is used as its key as well.
  const attempt = { kind: 'google' as const, email: address, address }
  if (!(await deps.db.transaction().execute((tx) => noteAttempt(deps, tx, attempt))))
    return { error: 'tooMany' }
  const begun = await deps.oidc.begin()
  if ('failure' in begun) {
    deps.log.warn({ err: begun.cause }, 'identity provider unavailable')
    return { error: 'unavailable' }
  }
  const { tokens } = deps
  const now = deps.clock.now()
  const flow = {
    ...aim,
    stateHash: tokens.hashLinkToken(begun.state),
    browserHash: tokens.hashLinkToken(browser),
    nonce: begun.nonce,
    codeVerifier: begun.codeVerifier,
    expiresAt: epochMs(now + FLOW_MS),
  }
  await flows.insertFlow(deps.db, flow, now)
  return { url: begun.url }
}

/** GET callback: the page this flow ends at, whatever the provider sent (product §3). */
export async function finishFlow(
  deps: Deps,
  parameters: Record<string, string>,
  origin: Origin,
): Promise<string> {
  const { browser, address } = origin
  if (!deps.oidc) return arrival(undefined, { error: 'off' })
  const { state = '' } = parameters
  const { tokens } = deps
  const browserHash = tokens.hashLinkToken(browser)
  const flow = await flows.takeFlow(deps.db, tokens.hashLinkToken(state), browserHash, deps.clock.now())
  if (!flow) {
    deps.log.info({ address }, 'google sign-in: no such flow in this browser')
    return arrival(undefined, { error: 'expired' })
  }
  const proved = await deps.oidc.finish(parameters, { ...flow, state })
  if ('failure' in proved) {
    deps.log.info({ err: proved.cause, address, reason: proved.failure }, 'google sign-in failed')
    return arrival(flow, { error: proved.failure, ...(await wayBack(deps, flow)) })
  }
  const { data: email } = Email.safeParse(proved.email)
  if (email === undefined) return arrival(flow, { error: 'unverified', ...(await wayBack(deps, flow)) })
  const ticket = {
    ...proved,
    email,
    name: cleanName(proved.name, 60),
    lastName: cleanName(proved.lastName, 80),
  }
  return arrival(flow, await settle(deps, flow, ticket, { ...origin, browserHash }))
}

async function settle(
  deps: Deps,
  flow: flows.FlowStart,
  proved: Ticket,
  { browserHash, ...origin }: Origin & { browserHash: Buffer },
): Promise<FlowEnd> {
  try {
    if (flow.linkUserId && flow.linkSessionId) {
      await linkToSignedIn(
        deps,
        { userId: flow.linkUserId, authSessionId: flow.linkSessionId },
        proved,
        origin,
      )
      deps.actors.forget(flow.linkUserId)
      return { linked: true }
    }
    const back = await wayBack(deps, flow)
    if (flow.invitationClientId && !(await isInvited(deps, flow.invitationClientId, proved))) {
      return { error: 'otherEmail', ...back }
    }
    const isNew = isNewcomer(await lookForWay(deps, proved))
    return { ticket: await issueTicket(deps, proved, browserHash), isNew, ...back }
  } catch (error) {
    const reason = error instanceof Refusal ? REASONS[error.code] : undefined
    if (!reason) throw error
    return { error: reason, ...(await wayBack(deps, flow)) }
  }
}

const REASONS: Partial<Record<ErrorCode, GoogleError>> = {
  'auth.google_unverified': 'unverified',
  'auth.google_elsewhere': 'other',
  'auth.google_unconfirmed': 'unconfirmed',
  'auth.required': 'expired',
}

async function isInvited(deps: Deps, clientId: ClientId, { email, emailVerified }: Ticket): Promise<boolean> {
  const invitation = await findOpenInvitation(deps, deps.db, { clientId })
  return emailVerified && invitation?.email === email
}

/**
 * The flow began at an invitation, whose link the browser no longer has: it gets another one for the same invitation,
 * unless that link was revoked or the invitation closed meanwhile.
 */
async function wayBack(
  deps: Deps,
  { invitationClientId, invitationTokenHash }: flows.FlowStart,
): Promise<{ linkToken?: string }> {
  if (!invitationClientId || !invitationTokenHash) return {}
  const linkToken = await renewInvitationToken(deps, invitationClientId, invitationTokenHash)
  return linkToken ? { linkToken } : {}
}
