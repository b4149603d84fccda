import * as contract from '#contract/notifications.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './notifications.service.ts'

export const notificationRoutes: Route[] = [
  route(contract.listNotifications, (deps, { actor, query }) =>
    service.listNotifications(deps, actor, query, { pending: false }),
  ),
  route(contract.listPendingNotifications, (deps, { actor, query }) =>
    service.listNotifications(deps, actor, query, { pending: true }),
  ),
  route(contract.readNotification, (deps, { actor, params }) =>
    service.readNotification(deps, actor, params.notificationId),
  ),
  route(contract.readAllNotifications, (deps, { actor }) => service.readAllNotifications(deps, actor)),
  route(contract.deleteNotification, (deps, { actor, params }) =>
    service.deleteNotification(deps, actor, params.notificationId),
  ),
  route(contract.restoreNotification, (deps, { actor, params }) =>
    service.restoreNotification(deps, actor, params.notificationId),
  ),
]
