import * as contract from '#contract/client-files.ts'
import { exportChosenClients } from '#contract/clients/clients-bulk.ts'
import { Download, type Route, route } from '#server/route.ts'
import { exportClients } from './exports.service.ts'
import { confirmImport, inviteImported, previewImport } from './imports.service.ts'

export const clientFileRoutes: Route[] = [
  route(contract.previewImport, (deps, { actor, upload }) => previewImport(deps, actor, upload)),
  route(contract.confirmImport, (deps, { actor, body }) => confirmImport(deps, actor, body)),
  route(contract.exportClients, async (deps, { actor, query, origin }) =>
    csv(await exportClients(deps, actor, query, origin)),
  ),
  route(exportChosenClients, async (deps, { actor, body, origin }) =>
    csv(await exportClients(deps, actor, { ids: body.clientIds }, origin)),
  ),
  route(contract.inviteImported, (deps, { actor, body }) => inviteImported(deps, actor, body.importId)),
]

function csv({ stream, fileName }: Awaited<ReturnType<typeof exportClients>>): Download {
  return new Download(stream, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  })
}
