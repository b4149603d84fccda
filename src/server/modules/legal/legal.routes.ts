import { getOperator } from '#contract/account/legal.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './legal.service.ts'

export const legalRoutes: Route[] = [route(getOperator, async (deps) => service.getOperator(deps))]
