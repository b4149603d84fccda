import { shareInvitation as shareContract } from '#contract/clients.ts'
import * as contract from '#contract/invitations.ts'
import { type Route, route } from '#server/route.ts'
import * as invitations from './invitations.service.ts'
import { renewInvitation } from './renewing.service.ts'
import { shareInvitation } from './sharing.service.ts'

export const invitationRoutes: Route[] = [
  route(contract.getInvitation, (deps, { params, query }) =>
    invitations.getInvitation(deps, params.clientId, query.t),
  ),
  route(contract.acceptInvitation, (deps, { actor, params, body, origin }) =>
    invitations.acceptInvitation(deps, actor, params.clientId, body, origin),
  ),
  route(contract.declineInvitation, (deps, { actor, params, body, origin }) =>
    invitations.declineInvitation(deps, actor, params.clientId, body, origin),
  ),
  route(contract.renewInvitation, (deps, { params, body }) =>
    renewInvitation(deps, params.clientId, body.token),
  ),
  route(shareContract, (deps, { actor, params }) => shareInvitation(deps, actor, params.clientId)),
]
