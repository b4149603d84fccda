// The hashed files of a build, compressed once and as small as can be: a server that does it for each request can afford
// only a sixth more.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg)$/

/** Below this a file fits into one packet anyway. */
const LEAST_BYTES = 1_400

/** Writes a `.br` beside each file of the folder that is worth it; the server sends it (http/pages/static.ts). */
export async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(
    names.map(async (name) => {
      const content = readFileSync(join(folder, name))
      if (content.length < LEAST_BYTES) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      writeFileSync(join(folder, `${name}.br`), await compress(content, { params }))
    }),
  )
}
