import * as contract from '#contract/account/customization.ts'
import { type Route, route } from '#server/route.ts'
import { customize } from './brands.service.ts'

export const brandRoutes: Route[] = [
  route(contract.postCustomization, (deps, { actor, body, upload }) => customize(deps, actor, body, upload)),
]
