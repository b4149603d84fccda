import * as moves from '#contract/session-moves.ts'
import * as records from '#contract/session-records.ts'
import * as contract from '#contract/sessions.ts'
import { type Route, route } from '../../http/route.ts'
import { createSession } from './bookings.service.ts'
import { closeSession } from './closings.service.ts'
import { cancelSession, confirmSession, rejectSession } from './moves.service.ts'
import { getSession, listClientSessions, listCoachSessions } from './sessions.service.ts'

export const sessionRoutes: Route[] = [
  route(contract.createSession, (deps, { actor, body }) => createSession(deps, actor, body)),
  route(contract.getSession, (deps, { actor, params }) => getSession(deps, actor, params.sessionId)),
  route(contract.listCoachSessions, (deps, { actor, params, query }) =>
    listCoachSessions(deps, actor, params.coachId, query),
  ),
  route(contract.listClientSessions, (deps, { actor, params, query }) =>
    listClientSessions(deps, actor, params.clientId, query),
  ),
  route(moves.confirmSession, (deps, { actor, params, body }) =>
    confirmSession(deps, actor, params.sessionId, body),
  ),
  route(moves.rejectSession, (deps, { actor, params, body }) =>
    rejectSession(deps, actor, params.sessionId, body.reason),
  ),
  route(moves.cancelSession, (deps, { actor, params, body }) =>
    cancelSession(deps, actor, params.sessionId, body.reason),
  ),
  route(records.closeSession, (deps, { actor, params, body }) =>
    closeSession(deps, actor, params.sessionId, body),
  ),
]
