import { paths } from '#web/paths.ts'
import { type Shots, opener } from './shot.ts'
import type { Ids } from './world.ts'

type ResourceScreen =
  | 'resources'
  | 'resourcesOf'
  | 'resourcesOfSession'
  | 'resourceNew'
  | 'resourceEdit'
  | 'resourceView'

/** The library of a coach. */
export function resourceShots({
  clientId,
  groupId,
  invitedClientId,
  ahead,
  resources,
}: Ids): Record<ResourceScreen, Shots> {
  const view = paths.resourceView({ resourceId: resources.done })
  return {
    resources: [
      { name: 'resources', path: paths.resources() },
      { name: 'resources-grid', path: `${paths.resources()}?look=grid` },
      { name: 'resources-none', path: `${paths.resources()}?search=zzz` },
    ],
    resourcesOf: [
      { name: 'resources-of', path: paths.resourcesOf({ type: 'Client', itemId: clientId }) },
      { name: 'resources-of-nobody', path: paths.resourcesOf({ type: 'Client', itemId: invitedClientId }) },
      { name: 'resources-of-group', path: paths.resourcesOf({ type: 'Group', itemId: groupId }) },
    ],
    resourcesOfSession: [
      { name: 'resources-of-session', path: paths.resourcesOfSession({ sessionId: ahead }) },
    ],
    resourceNew: [
      { name: 'resource-new', path: paths.resourceNew({ type: 'file' }) },
      { name: 'resource-new-text', path: paths.resourceNew({ type: 'text' }) },
    ],
    resourceEdit: [
      { name: 'resource-edit', path: paths.resourceEdit({ resourceId: resources.open }) },
      { name: 'resource-edit-text', path: paths.resourceEdit({ resourceId: resources.done }) },
    ],
    resourceView: [
      { name: 'resource-view', path: view },
      { name: 'resource-assign', path: view, act: opener('resources:assign.open') },
    ],
  }
}
