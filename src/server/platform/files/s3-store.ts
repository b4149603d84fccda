import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { fromClockDate } from '#time/clock.ts'
import { type FileStore, ID, exactly, shardOf } from './storage.ts'

/** A bucket of a service that speaks S3, and who may write to it. Without an endpoint it is one of AWS. */
export type S3Settings = {
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long to wait for the service to answer or to send the next bytes. */
const WAIT_MS = 30_000

/** How a service is reached; `createS3Store` opens any number of folders in its bucket. */
export type S3Connection = {
  /** For all but storing: what fails is tried again. */
  client: S3Client
  /**
   * For storing. A stream cannot be sent a second time, and a service ends connections that nobody uses, maybe at the very
   * moment that one is used again: each object has a separate connection.
   */
  writer: S3Client
}

/** Makes the clients for a service; they connect when they are used. */
export function connectS3({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Connection {
  const open = (agent: { keepAlive: boolean }) =>
    new S3Client({
      region,
      // Services other than AWS rarely have a host name for each bucket.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      credentials: { accessKeyId, secretAccessKey },
      // Sums that older services do not know; the size of every object is checked here, and TLS protects its bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        requestTimeout: WAIT_MS,
        connectionTimeout: WAIT_MS,
        httpAgent: agent,
        httpsAgent: agent,
      },
      // What fails is thrown and logged by its caller; the library would print it to the console as well.
      logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    })
  return { client: open({ keepAlive: true }), writer: open({ keepAlive: false }) }
}

function ignore(): void {
  // Nothing is kept of it.
}

/**
 * Files as objects of a bucket, below a folder of it: `<folder>/<last two digits of the id>/<id>`, as on disk, so that
 * either can be copied to the other. An object is one PUT of a known length: the service stores it completely or not at
 * all, and no parts are left over.
 * @throws RangeError for an id that is not a UUID in lower case
 */
export function createS3Store(
  { client, writer }: S3Connection,
  bucket: string,
  folder: string,
  atOnce = 1_000,
): FileStore {
  const keyOf = (id: string) => ({ Bucket: bucket, Key: `${folder}/${shardOf(id)}/${id}` })
  const remove = async (id: string): Promise<void> => {
    await client.send(new DeleteObjectCommand(keyOf(id)))
  }
  const put: FileStore['put'] = async (id, source, byteSize) => {
    const place = keyOf(id)
    const body = new PassThrough()
    const stop = new AbortController()
    const sent = writer.send(new PutObjectCommand({ ...place, Body: body, ContentLength: byteSize }), {
      abortSignal: stop.signal,
    })
    const piped = pipeline(source, exactly(byteSize), body).catch((error: unknown) => {
      // The request would wait for the bytes that are missing.
      stop.abort()
      throw error
    })
    const [pipe, send] = await Promise.allSettled([piped, sent.finally(() => source.destroy())])
    const failed = send.status === 'rejected' ? (send.reason as Error) : undefined
    // An answer that was lost, or a service that keeps what came of a request: nobody will ask for this id.
    if (failed || pipe.status === 'rejected') await remove(id).catch(ignore)
    // A stream that breaks stops the request, and a request that fails ends the stream: the cause is the other one.
    if (failed && failed.name !== 'AbortError') throw failed
    if (pipe.status === 'rejected') throw pipe.reason
    if (failed) throw failed
  }
  return {
    put,
    async adopt(id, path, byteSize) {
      await put(id, createReadStream(path), byteSize)
      await rm(path, { force: true })
    },
    async get(id, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            ...keyOf(id),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        return Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    remove,
    async *list() {
      // The first kind of list goes on after a key, which every service knows.
      let after: string | undefined
      do {
        const { Contents = [], IsTruncated } = await client.send(
          new ListObjectsCommand({ Bucket: bucket, Prefix: `${folder}/`, MaxKeys: atOnce, Marker: after }),
        )
        for (const { Key, LastModified } of Contents) {
          const id = Key?.split('/').at(-1) ?? ''
          if (LastModified && ID.test(id)) yield { id, storedAt: fromClockDate(LastModified) }
        }
        after = IsTruncated ? Contents.at(-1)?.Key : undefined
      } while (after !== undefined)
    },
  }
}
