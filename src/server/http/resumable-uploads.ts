import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { IMPORT_UPLOAD_PATH } from '#contract/account/data-imports.ts'
import type { Access } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { PART_BYTES, UPLOAD_PATH } from '#contract/resources/resource-files.ts'
import { DataImportId, ResourceFileId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import * as imports from '#server/modules/data-imports/data-imports.service.ts'
import { addPart, uploadState } from '#server/modules/resources/uploads.service.ts'
import { resumableAnswers } from '#server/platform/files/resumable.ts'
import type { Actor } from '#server/policy/actor.ts'
import { Refusal } from '#server/refusal.ts'
import { type AuthenticationWay, authenticate } from './authenticate.ts'
import { requireAccess } from './authorize.ts'
import { presentRefusal, refusalOf } from './error-handler.ts'

/** The media type of a part (tus 1.0.0). */
const PART_TYPE = 'application/offset+octet-stream'

type Part = { source: Readable; offset: number; byteSize: number }

/** Something that is uploaded in parts, by the caller who announced it. */
type Kind = {
  path: string
  access: Access
  /** Without an id that can be one, as of something that is not there. */
  idOf: (text: string) => { success: boolean }
  missing: ErrorCode
  state: (deps: Deps, actor: Actor, id: never) => Promise<{ byteSize: number; received: number }>
  add: (deps: Deps, actor: Actor, id: never, part: Part) => Promise<number | undefined>
  /** Refuses a part before its body is read: the library that reads it has no such answer. */
  makeSure?: (deps: Deps, byteSize: number) => Promise<void>
}

const FILES: Kind = {
  path: UPLOAD_PATH,
  access: 'clientOrPaidCoach',
  idOf: (text) => ResourceFileId.safeParse(text),
  missing: 'resource.file_not_found',
  state: uploadState,
  add: addPart,
}

const ARCHIVES: Kind = {
  path: IMPORT_UPLOAD_PATH,
  access: 'paidCoach',
  idOf: (text) => DataImportId.safeParse(text),
  missing: 'practice_import.not_found',
  state: imports.importState,
  add: imports.addPart,
  makeSure: imports.requirePartRoom,
}

/**
 * The bytes of a file, by the tus protocol (docs/decisions/055): HEAD says how many are there, PATCH brings the next part.
 * Who may is decided as for every other call, before the body is read: only the person who announced the file. A part has
 * a stated length, so that it is stored without being held.
 */
export async function serveResumableUploads(
  app: FastifyInstance,
  deps: Deps,
  ways?: readonly AuthenticationWay[],
): Promise<void> {
  for (const kind of [FILES, ARCHIVES]) await serveUploads(app, deps, kind, ways)
}

async function serveUploads(
  app: FastifyInstance,
  deps: Deps,
  { path, access, idOf, missing, state, add, makeSure }: Kind,
  ways?: readonly AuthenticationWay[],
): Promise<void> {
  const answer = resumableAnswers(path)
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser(PART_TYPE, (_request, _body, done) => done(null))
    uploads.route<{ Params: { fileId: string } }>({
      method: ['HEAD', 'PATCH'],
      url: `${path}/:fileId`,
      bodyLimit: PART_BYTES,
      decompress: false,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        request.actor = await authenticate(deps, request, reply, ways)
        requireAccess(access, request.actor)
      },
      handler: async (request, reply) => {
        const actor = request.actor as Actor
        const id = request.params.fileId.toLowerCase()
        if (!idOf(id).success) throw new Refusal(missing)
        await state(deps, actor, id as never)
        const byteSize = request.method === 'PATCH' ? lengthOf(request) : 0
        await makeSure?.(deps, byteSize)
        handOver(reply)
        await answer(request.raw, reply.raw, {
          id,
          find: () => state(deps, actor, id as never),
          add: (source, offset) => add(deps, actor, id as never, { source, offset, byteSize }),
          answerOf: (error) => presentRefusal(deps, request, refusalOf(error, request)),
        })
      },
    })
  })
}

function lengthOf(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (!Number.isInteger(length) || length < 1) throw new Refusal('request.malformed')
  if (length > PART_BYTES) throw new Refusal('request.too_large')
  return length
}

// From here on the protocol's library writes the response; our headers go with it.
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
}
