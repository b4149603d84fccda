import * as transitions from '#contract/clients/client-transitions.ts'
import * as contract from '#contract/clients.ts'
import * as bulk from '#contract/clients/clients-bulk.ts'
import { type Route, route } from '#server/route.ts'
import * as lists from './list/client-list.service.ts'
import { inviteClients } from './bulk/bulk-inviting.service.ts'
import { previewChange, tagClients, transitionClients } from './bulk/bulk.service.ts'
import { putClientPhoto, removeClientPhoto } from './client-photos.service.ts'
import { transitionClient } from './lifecycle.service.ts'
import * as clients from './clients.service.ts'

export const clientRoutes: Route[] = [
  route(contract.createClient, (deps, { actor, body }) => clients.createClient(deps, actor, body)),
  route(contract.createClientOfCoach, (deps, { actor, body }) => clients.createClient(deps, actor, body)),
  route(contract.getClient, (deps, { actor, params }) => clients.getClient(deps, actor, params.clientId)),
  route(contract.putClient, (deps, { actor, params, body }) =>
    clients.updateClient(deps, actor, params.clientId, body),
  ),
  route(contract.countClientsInNeed, (deps, { actor }) => lists.countClientsInNeed(deps, actor)),
  route(contract.listClients, (deps, { actor, query }) => lists.listClients(deps, actor, query)),
  route(contract.listActiveClients, (deps, { actor, query }) => lists.listActiveClients(deps, actor, query)),
  route(contract.listAllClients, (deps, { actor, query }) => lists.listAllClients(deps, actor, query)),
  route(contract.resendInvitation, (deps, { actor, params }) =>
    clients.resendInvitation(deps, actor, params.clientId),
  ),
  route(transitions.pauseClient, (deps, { actor, params }) =>
    transitionClient(deps, actor, params.clientId, 'pause'),
  ),
  route(transitions.resumeClient, (deps, { actor, params }) =>
    transitionClient(deps, actor, params.clientId, 'resume'),
  ),
  route(transitions.finishClient, (deps, { actor, params }) =>
    transitionClient(deps, actor, params.clientId, 'finish'),
  ),
  route(transitions.reactivateClient, (deps, { actor, params }) =>
    transitionClient(deps, actor, params.clientId, 'reactivate'),
  ),
  route(transitions.archiveClient, (deps, { actor, params }) =>
    transitionClient(deps, actor, params.clientId, 'archive'),
  ),
  route(transitions.restoreClient, (deps, { actor, params }) =>
    transitionClient(deps, actor, params.clientId, 'restore'),
  ),
  route(bulk.inviteClients, (deps, { actor, body }) => inviteClients(deps, actor, body)),
  route(bulk.tagClients, (deps, { actor, body }) => tagClients(deps, actor, body)),
  route(bulk.transitionClients, (deps, { actor, body }) => transitionClients(deps, actor, body)),
  route(bulk.previewChange, (deps, { actor, body }) => previewChange(deps, actor, body)),
  route(contract.postClientPhoto, (deps, { actor, params, upload }) =>
    putClientPhoto(deps, actor, params.clientId, upload),
  ),
  route(contract.deleteClientPhoto, (deps, { actor, params }) =>
    removeClientPhoto(deps, actor, params.clientId),
  ),
]
