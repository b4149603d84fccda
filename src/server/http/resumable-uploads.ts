import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PART_BYTES, UPLOAD_PATH } from '#contract/resources/resource-files.ts'
import { ResourceFileId } from '#contract/values.ts'
import type { Deps } from '#server/deps.ts'
import { addPart, uploadState } from '#server/modules/resources/uploads.service.ts'
import { createResumable } from '#server/platform/files/resumable.ts'
import type { Actor } from '#server/policy/actor.ts'
import { Refusal } from '#server/refusal.ts'
import { type AuthenticationWay, authenticate } from './authenticate.ts'
import { requireAccess } from './authorize.ts'

/** The media type of a part (tus 1.0.0). */
const PART_TYPE = 'application/offset+octet-stream'

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
  const answer = createResumable(UPLOAD_PATH)
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser(PART_TYPE, (_request, _body, done) => done(null))
    uploads.route<{ Params: { fileId: string } }>({
      method: ['HEAD', 'PATCH'],
      url: `${UPLOAD_PATH}/:fileId`,
      bodyLimit: PART_BYTES,
      decompress: false,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        request.actor = await authenticate(deps, request, reply, ways)
        requireAccess('clientOrPaidCoach', request.actor)
      },
      handler: async (request, reply) => {
        const actor = request.actor as Actor
        const id = ResourceFileId.safeParse(request.params.fileId)
        if (!id.success) throw new Refusal('resource.file_not_found')
        await uploadState(deps, actor, id.data)
        const byteSize = request.method === 'PATCH' ? lengthOf(request) : 0
        handOver(reply)
        await answer(request.raw, reply.raw, {
          id: id.data,
          find: () => uploadState(deps, actor, id.data),
          add: (source, offset) =>
            addPart(deps, actor, id.data, {
              source,
              offset,
              byteSize,
            }),
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
