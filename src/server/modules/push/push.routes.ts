import * as contract from '#contract/account/push.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './push.service.ts'

export const pushRoutes: Route[] = [
  route(contract.getPushKey, (deps) => Promise.resolve(service.getPushKey(deps))),
  route(contract.subscribeToPush, (deps, { actor, body }) => service.subscribeToPush(deps, actor, body)),
  route(contract.unsubscribeFromPush, (deps, { actor }) => service.unsubscribeFromPush(deps, actor)),
]
