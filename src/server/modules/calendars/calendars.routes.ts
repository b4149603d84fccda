import * as contract from '#contract/calendar.ts'
import { type Route, route } from '../../http/route.ts'
import { getAvailability, getWhyNot } from './availability.service.ts'
import { getCalendar, putCalendar } from './calendars.service.ts'
import { putOverrides } from './overrides.service.ts'

export const calendarRoutes: Route[] = [
  route(contract.getCalendar, (deps, { actor, params }) => getCalendar(deps, actor, params.coachId)),
  route(contract.putCalendar, (deps, { actor, params, body }) =>
    putCalendar(deps, actor, params.coachId, body),
  ),
  route(contract.getAvailability, (deps, { actor, params, query }) =>
    getAvailability(deps, actor, params.coachId, query),
  ),
  route(contract.putOverrides, (deps, { actor, params, body }) =>
    putOverrides(deps, actor, params.coachId, body),
  ),
  route(contract.getWhyNot, (deps, { actor, params, query }) =>
    getWhyNot(deps, actor, params.coachId, query),
  ),
]
