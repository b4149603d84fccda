import * as contract from '#contract/video/calls.ts'
import { type Route, route } from '#server/route.ts'
import { getCall } from './calls.service.ts'

export const callRoutes: Route[] = [
  route(contract.getCall, (deps, { actor, params }) => getCall(deps, actor, params.sessionId)),
]
