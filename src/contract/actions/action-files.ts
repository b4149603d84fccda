import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AnnouncedFile, FileAddresses, FileAnnouncement } from '../resources/resource-files.ts'
import { ResourceFileDto } from '../resources/resources.ts'
import { ActionId, ResourceFileId } from '../values.ts'

/** Most files of one action. */
export const MOST_ACTION_FILES = 3

const params = z.strictObject({ actionId: ActionId })
const fileParams = params.extend({ fileId: ResourceFileId })

/** What shows how an action went, and whether the viewer may add or remove some. */
export const ActionFiles = z.object({
  files: z.array(ResourceFileDto),
  canAttach: z.boolean(),
  maxFileBytes: z.int(),
})
export type ActionFiles = z.infer<typeof ActionFiles>

export const listActionFiles = endpoint({
  method: 'GET',
  path: '/v1/action/:actionId/attachment',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'The files that show how an action went, for its client and their coach',
  params,
  response: ActionFiles,
  errors: ['action.not_found'],
})

export const beginActionFile = endpoint({
  method: 'POST',
  path: '/v1/action/:actionId/attachment',
  access: 'client',
  owner: 'scope',
  summary:
    'Announces a file that shows how an action went, at most three. Its bytes follow by the tus protocol on /v1/resource/upload with the id',
  params,
  body: FileAnnouncement,
  response: AnnouncedFile,
  status: 201,
  errors: [
    'action.not_found',
    'action.wrong_state',
    'action.files_full',
    'action.no_space',
    'upload.too_large',
  ],
})

export const finishActionFile = endpoint({
  method: 'POST',
  path: '/v1/action/:actionId/attachment/:fileId/finish',
  access: 'client',
  owner: 'scope',
  summary: 'Looks at the content of a file whose bytes are all there, and keeps it or forgets it',
  params: fileParams,
  response: ActionFiles,
  errors: [
    'action.not_found',
    'action.no_space',
    'resource.file_not_found',
    'resource.upload_incomplete',
    'resource.file_refused',
  ],
})

export const deleteActionFile = endpoint({
  method: 'DELETE',
  path: '/v1/action/:actionId/attachment/:fileId',
  access: 'client',
  owner: 'scope',
  summary: 'Removes a file, which can be restored for 60 days; of one that is not finished nothing is left',
  params: fileParams,
  errors: ['action.not_found', 'action.wrong_state', 'resource.file_not_found'],
})

export const restoreActionFile = endpoint({
  method: 'POST',
  path: '/v1/action/:actionId/attachment/:fileId/restore',
  access: 'client',
  owner: 'scope',
  summary: 'Undoes that',
  params: fileParams,
  response: ActionFiles,
  errors: ['action.not_found', 'action.wrong_state', 'action.files_full', 'resource.file_not_found'],
})

export const openActionFile = endpoint({
  method: 'GET',
  path: '/v1/action/:actionId/attachment/:fileId/download',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Two addresses of the file, to show it and to save it, that this person can use for an hour',
  params: fileParams,
  response: FileAddresses,
  errors: ['action.not_found', 'resource.file_not_found'],
})
