import { getDashboard as endpoint } from '#contract/dashboard.ts'
import { type Route, route } from '#server/route.ts'
import { getDashboard } from './dashboard.service.ts'

export const dashboardRoutes: Route[] = [route(endpoint, (deps, { actor }) => getDashboard(deps, actor))]
