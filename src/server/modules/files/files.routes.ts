import * as contract from '#contract/files.ts'
import { Download, type Route, route } from '#server/route.ts'
import { openFile } from './files.service.ts'

export const fileRoutes: Route[] = [
  route(contract.getFile, async (deps, { params, query }) => {
    const { stream, mediaType, byteSize, kind } = await openFile(deps, params.fileId, query)
    return new Download(stream, {
      'content-type': mediaType,
      'content-length': byteSize,
      // The name is generated; the sender's file name is never stored (ASVS 5.4).
      'content-disposition': `inline; filename="${kind}.${mediaType.split('/')[1]}"`,
      // Other bytes have another id, so a cached file never becomes stale.
      'cache-control': 'private, max-age=86400, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  }),
]
