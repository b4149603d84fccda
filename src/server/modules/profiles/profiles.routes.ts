import * as contract from '#contract/account/profiles.ts'
import { type Route, route } from '#server/route.ts'
import { putPhoto, removePhoto } from './photos.service.ts'
import { getProfile, putProfile } from './profiles.service.ts'

export const profileRoutes: Route[] = [
  route(contract.getProfile, (deps, { actor }) => getProfile(deps, actor)),
  route(contract.putProfile, (deps, { actor, body }) => putProfile(deps, actor, body)),
  route(contract.postPhoto, (deps, { actor, upload }) => putPhoto(deps, actor, upload)),
  route(contract.deletePhoto, (deps, { actor }) => removePhoto(deps, actor)),
]
