import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'

export const BUCKET = 'norte'

/** Where a server of tests lets anybody in. */
export type S3Server = { endpoint: string; close(): Promise<void> }

/** A real server that speaks S3, on a free port of loopback and in a temporary folder, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'norte-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  keepFolders(server, directory)
  finishFiles(server)
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Without this it removes a folder with its last object, and answers 500 where another one is stored there at that
 * moment. No real service has folders.
 */
function keepFolders({ store }: S3rver, directory: string): void {
  const remove = store.deleteObject.bind(store)
  store.deleteObject = async (bucket, key) => {
    const folder = join(directory, bucket, dirname(key))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, '.keep'), '')
    await remove(bucket, key)
  }
}

/** Without this it answers once all bytes have come, which may be before they are in the file. */
function finishFiles({ store }: S3rver): void {
  store.putObject = async (object) => {
    const { bucket, key, content, metadata } = object
    const path = store.getResourcePath(bucket, key, 'object')
    const hash = createHash('md5')
    await mkdir(dirname(path), { recursive: true })
    let size = 0
    const measure = async function* (bytes: AsyncIterable<Buffer>) {
      for await (const chunk of bytes) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    await pipeline(content, measure, createWriteStream(path))
    const md5 = hash.digest('hex')
    await store.putMetadata(bucket, key, metadata, md5)
    return { size, md5 }
  }
}

/** The settings of a connection to it. */
export const s3Settings = ({ endpoint }: S3Server) => ({
  endpoint,
  region: 'us-east-1',
  bucket: BUCKET,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})

/** The same as a person would set them. */
export function s3Environment(server: S3Server): Record<string, string> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3Settings(server)
  return {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
