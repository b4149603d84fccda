import * as contract from '#contract/client-files.ts'
import { Download, type Route, route } from '#server/route.ts'
import { exportClients } from './exports.service.ts'
import { confirmImport, previewImport } from './imports.service.ts'

export const clientFileRoutes: Route[] = [
  route(contract.previewImport, (deps, { actor, upload }) => previewImport(deps, actor, upload)),
  route(contract.confirmImport, (deps, { actor, body }) => confirmImport(deps, actor, body)),
  route(contract.exportClients, async (deps, { actor, query }) => {
    const { stream, fileName } = exportClients(deps, actor, query)
    return new Download(stream, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    })
  }),
]
