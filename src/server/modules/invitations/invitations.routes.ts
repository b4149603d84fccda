import * as contract from '#contract/invitations.ts'
import { type Route, route } from '../../http/route.ts'
import * as invitations from './invitations.service.ts'

export const invitationRoutes: Route[] = [
  route(contract.getInvitation, (deps, { params, query }) =>
    invitations.getInvitation(deps, params.clientId, query.t),
  ),
  route(contract.acceptInvitation, (deps, { actor, params, body, origin }) =>
    invitations.acceptInvitation(deps, actor, params.clientId, body, origin),
  ),
  route(contract.declineInvitation, (deps, { params, body }) =>
    invitations.declineInvitation(deps, params.clientId, body.token),
  ),
]
