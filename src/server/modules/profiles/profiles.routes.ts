import * as contract from '#contract/account/profiles.ts'
import { type Route, route } from '#server/route.ts'
import { putPhoto, removePhoto } from './photos.service.ts'
import { getProfile, putProfile } from './profiles.service.ts'

export const profileRoutes: Route[] = [
  route(contract.getProfile, (deps, { actor, params }) => getProfile(deps, actor, params.userId)),
  route(contract.putProfile, (deps, { actor, params, body }) => putProfile(deps, actor, params.userId, body)),
  route(contract.postPhoto, (deps, { actor, params, upload }) =>
    putPhoto(deps, actor, params.userId, upload),
  ),
  route(contract.deletePhoto, (deps, { actor, params }) => removePhoto(deps, actor, params.userId)),
]
