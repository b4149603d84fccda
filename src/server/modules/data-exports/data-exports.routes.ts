import * as contract from '#contract/account/data-exports.ts'
import { Download, type Route, route } from '#server/route.ts'
import * as service from './data-exports.service.ts'

export const dataExportRoutes: Route[] = [
  route(contract.getDataExport, (deps, { actor }) => service.getDataExport(deps, actor)),
  route(contract.askDataExport, (deps, { actor, body, origin }) =>
    service.askDataExport(deps, actor, body, origin),
  ),
  route(contract.openDataExport, (deps, { actor, params, body, origin }) =>
    service.openDataExport(deps, actor, params.exportId, body, origin),
  ),
  route(contract.getExportArchive, async (deps, { params, query, origin }) => {
    const { content, headers, status } = await service.fetchArchive(deps, params.exportId, query, origin)
    return new Download(content, headers, status)
  }),
]
