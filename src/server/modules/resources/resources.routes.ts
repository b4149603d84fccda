import * as assignments from '#contract/resources/resource-assignments.ts'
import * as files from '#contract/resources/resource-files.ts'
import * as contract from '#contract/resources/resources.ts'
import { Download, type Route, route } from '#server/route.ts'
import { openDownload, openFile } from './downloads.service.ts'
import * as giving from './giving.service.ts'
import * as service from './resources.service.ts'
import * as uploads from './uploads.service.ts'

export const resourceRoutes: Route[] = [
  route(contract.createResource, (deps, { actor, body }) => service.createResource(deps, actor, body)),
  route(contract.getResource, (deps, { actor, params }) =>
    service.getResource(deps, actor, params.resourceId),
  ),
  route(contract.putResource, (deps, { actor, params, body }) =>
    service.putResource(deps, actor, params.resourceId, body),
  ),
  route(contract.deleteResource, (deps, { actor, params }) =>
    service.deleteResource(deps, actor, params.resourceId),
  ),
  route(contract.restoreResource, (deps, { actor, params }) =>
    service.restoreResource(deps, actor, params.resourceId),
  ),
  route(contract.listResources, (deps, { actor, query }) => service.listResources(deps, actor, query)),
  route(contract.listResourceLabels, (deps, { actor }) => service.listLabels(deps, actor)),
  route(assignments.assignResource, (deps, { actor, params, body }) =>
    giving.assignResource(deps, actor, params.resourceId, body),
  ),
  route(assignments.listAssignments, (deps, { actor, params, query }) =>
    giving.listAssignments(deps, actor, params.resourceId, query),
  ),
  route(assignments.withdrawResource, (deps, { actor, params }) =>
    giving.withdrawResource(deps, actor, params),
  ),
  route(assignments.giveBackResource, (deps, { actor, params }) =>
    giving.giveBackResource(deps, actor, params),
  ),
  route(assignments.viewResource, (deps, { actor, params }) =>
    giving.setProgress(deps, actor, params.resourceId),
  ),
  route(assignments.completeResource, (deps, { actor, params, body }) =>
    giving.setProgress(deps, actor, params.resourceId, body.completed),
  ),
  route(assignments.listClientResources, (deps, { actor, params, query }) =>
    giving.listClientResources(deps, actor, params.clientId, query),
  ),
  route(assignments.listGroupResources, (deps, { actor, params, query }) =>
    giving.listGroupResources(deps, actor, params.groupId, query),
  ),
  route(assignments.listSessionResources, (deps, { actor, params }) =>
    giving.listSessionResources(deps, actor, params.sessionId),
  ),
  route(files.beginUpload, (deps, { actor, body }) => uploads.beginUpload(deps, actor, body)),
  route(files.finishUpload, (deps, { actor, params }) => uploads.finishUpload(deps, actor, params.fileId)),
  route(files.cancelUpload, (deps, { actor, params }) => uploads.cancelUpload(deps, actor, params.fileId)),
  route(files.openDownload, (deps, { actor, params }) => openDownload(deps, actor, params.resourceId)),
  route(files.getResourceFile, async (deps, { params, query, origin }) => {
    const { content, headers, status } = await openFile(deps, params.fileId, query, origin.range)
    return new Download(content, headers, status)
  }),
]
