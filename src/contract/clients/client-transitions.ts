import { ClientDetail, ClientIdParams } from '../clients.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Status changes of product §6. Pausing, finishing and archiving cancel the future sessions, which one mail reports.
 */
const transition = {
  method: 'POST',
  access: 'paidCoach',
  owner: 'scope',
  params: ClientIdParams,
  response: ClientDetail,
  errors: ['client.not_found', 'client.wrong_state'],
} as const

export const pauseClient = endpoint({
  ...transition,
  path: '/v1/client/:clientId/pause',
  summary: 'active → paused; coming sessions are cancelled',
})

export const resumeClient = endpoint({
  ...transition,
  path: '/v1/client/:clientId/resume',
  summary: 'paused → active',
})

export const finishClient = endpoint({
  ...transition,
  path: '/v1/client/:clientId/finish',
  summary: "active, paused → finished; coming sessions are cancelled, the client's read access stays",
})

export const reactivateClient = endpoint({
  ...transition,
  path: '/v1/client/:clientId/reactivate',
  summary: 'finished → active',
})

export const archiveClient = endpoint({
  ...transition,
  path: '/v1/client/:clientId/archive',
  summary: 'Hides a client who is neither active nor paused',
})

export const restoreClient = endpoint({
  ...transition,
  path: '/v1/client/:clientId/restore',
  summary: 'archived → the state before',
})
