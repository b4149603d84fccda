import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The entries of an archive by their paths, in their order. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const entries = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return entries
}
