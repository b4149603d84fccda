import * as contract from '#contract/account/account-deletion.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './deletions.service.ts'

export const accountDeletionRoutes: Route[] = [
  route(contract.getAccountDeletion, (deps, { actor }) => service.getDeletion(deps, actor)),
  route(contract.askAccountDeletion, (deps, { actor, body, origin }) =>
    service.askDeletion(deps, actor, body, origin),
  ),
  route(contract.keepAccount, (deps, { actor, origin }) => service.keepAccount(deps, actor, origin)),
]
