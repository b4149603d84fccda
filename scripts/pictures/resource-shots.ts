import type { Page } from '@playwright/test'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Routes } from '#contract/api.ts'
import { paths } from '#web/paths.ts'
import { openScreen } from './browser.ts'
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
      { name: 'resources-nearly-full', path: paths.resources(), act: fillSpace },
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

/** Opens the library again with an answer that says that the space is nearly used up: the demo has small files. */
async function fillSpace(page: Page): Promise<void> {
  await page.route('**/v1/resource/coach/*?*', async (route) => {
    const response = await route.fetch()
    const library = (await response.json()) as OutputOf<Routes['GET /v1/resource/coach/:coachId']>
    const { quotaBytes } = library.space
    await route.fulfill({
      response,
      json: { ...library, space: { quotaBytes, usedBytes: quotaBytes * 0.97 } },
    })
  })
  await openScreen(page, paths.resources())
}
