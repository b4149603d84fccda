import * as contract from '#contract/account/data-imports.ts'
import { type Route, route } from '#server/route.ts'
import * as service from './data-imports.service.ts'

export const dataImportRoutes: Route[] = [
  route(contract.getDataImport, (deps, { actor }) => service.getDataImport(deps, actor)),
  route(contract.beginDataImport, (deps, { actor, body, origin }) =>
    service.beginDataImport(deps, actor, body, origin),
  ),
  route(contract.finishDataImport, (deps, { actor, params }) =>
    service.finishDataImport(deps, actor, params.importId),
  ),
  route(contract.cancelDataImport, (deps, { actor, params }) =>
    service.cancelDataImport(deps, actor, params.importId),
  ),
]
