import { getSettings, putSettings, putSettingsPart } from '#contract/account/settings.ts'
import { type Route, route } from '#server/route.ts'
import * as settings from './settings.service.ts'

export const userRoutes: Route[] = [
  route(getSettings, (deps, { actor, params }) => settings.getSettings(deps, actor, params.userId)),
  route(putSettings, (deps, { actor, params, body }) =>
    settings.putSettings(deps, actor, params.userId, body),
  ),
  route(putSettingsPart, (deps, { actor, params, body }) =>
    settings.putSettingsPart(deps, actor, params.userId, body),
  ),
]
