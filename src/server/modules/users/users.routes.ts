import { getPreferences, getSettings, putSettings, putSettingsPart } from '#contract/account/settings.ts'
import { type Route, route } from '#server/route.ts'
import * as settings from './settings.service.ts'

export const userRoutes: Route[] = [
  route(getSettings, (deps, { actor }) => settings.getSettings(deps, actor)),
  route(getPreferences, (deps, { actor }) => settings.getPreferences(deps, actor)),
  route(putSettings, (deps, { actor, body }) => settings.putSettings(deps, actor, body)),
  route(putSettingsPart, (deps, { actor, body }) => settings.putSettingsPart(deps, actor, body)),
]
