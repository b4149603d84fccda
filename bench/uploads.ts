// Files of resources (product §14): the memory that an upload takes of the server, of a large file and of a small one,
// on disk and in a bucket; and how long a download takes until its first byte. Beside a bare server that stores and
// sends the same bytes. Memory only on Linux.
import { readFile, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { PART_BYTES } from '#contract/resources/resource-files.ts'
import { BUCKET, s3Settings, startS3Server } from '#test/support/fakes/s3-server.ts'
import { wav } from '#test/support/resources/files.ts'
import type { BenchDatabase } from './database.ts'
import { inTurn } from './in-turn.ts'
import { makePractice } from './practice.ts'
import { type Server, startBareFiles, startOurs } from './servers.ts'
import { type Spread, spread } from './spread.ts'

const MEGABYTE = 1_048_576
const [SMALL, LARGE] = [MEGABYTE, 25 * MEGABYTE]
const ROUNDS = 7
/** For what was collected to be given back. */
const REST_MS = 500

export type Memory = { name: string; small: Spread; large: Spread }
export type UploadFigures = { memory: Memory[]; firstByteMs: number; bareFirstByteMs: number }

/** How bytes are sent to a server, and where they can be read again. */
type Way = {
  server: Server
  upload: (bytes: Buffer) => Promise<string>
  addressOf: (stored: string) => Promise<string>
}

export async function benchUploads(database: BenchDatabase, tokenSecret: string): Promise<UploadFigures> {
  const people = { name: 'ursula', clients: 1, withHistory: false, tokenSecret }
  const { coach } = await makePractice(database.pool, people)
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    TOKEN_SECRET: tokenSecret,
    REQUESTS_PER_MINUTE: '10000000',
  }
  const bucket = await startS3Server()
  const bare = await startBareFiles({ folder: database.folder })
  const disk = await startOurs(settings)
  try {
    const [own, plain] = [ourWay(disk, coach.token), bareWay(bare)]
    const memory = [...(await memoryOf('ours, disk', own)), ...(await memoryOf('bare Node, disk', plain))]
    const [firstByteMs, bareFirstByteMs] = await inTurn([await downloadOf(own), await downloadOf(plain)])
    await disk.stop()
    const far = await startOurs({ ...settings, ...bucketSettings(bucket) })
    try {
      memory.push(...(await memoryOf('ours, S3', ourWay(far, coach.token))))
    } finally {
      await far.stop()
    }
    return { memory, firstByteMs: firstByteMs!, bareFirstByteMs: bareFirstByteMs! }
  } finally {
    await disk.stop()
    await bare.stop()
    await bucket.close()
  }
}

async function downloadOf({ upload, addressOf }: Way): Promise<() => Promise<number>> {
  const address = await addressOf(await upload(wav(LARGE - 44)))
  return () => firstByte(address)
}

function bucketSettings(bucket: Parameters<typeof s3Settings>[0]): Record<string, string> {
  const { endpoint, region, accessKeyId, secretAccessKey } = s3Settings(bucket)
  return {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}

/** The most resident memory above that before an upload, in megabytes; small and large files in turn. */
async function memoryOf(name: string, { server, upload }: Way): Promise<Memory[]> {
  if (process.platform !== 'linux') return []
  const [small, large]: [number[], number[]] = [[], []]
  const [few, many] = [wav(SMALL - 44), wav(LARGE - 44)]
  // Whatever is loaded and kept from the first file on.
  for (const bytes of [few, many, many]) await upload(bytes)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [bytes, seen] of [
      [few, small],
      [many, large],
    ] as const) {
      await wait(REST_MS)
      const before = await memory(server, 'VmRSS')
      await writeFile(`/proc/${server.pid}/clear_refs`, '5')
      await upload(bytes)
      seen.push((await memory(server, 'VmHWM')) - before)
    }
  }
  return [{ name, small: spread(small), large: spread(large) }]
}

async function memory({ pid }: Server, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

/** As a browser does it: announced, in parts, finished, and read by a signed address. */
function ourWay(server: Server, token: string): Way {
  const authorization = `Bearer ${token}`
  const call = async <Answer>(method: string, path: string, body?: object) => {
    const json = body && { body: JSON.stringify(body) }
    const headers = { authorization, ...(json && { 'content-type': 'application/json' }) }
    const answer = await fetch(server.url + path, { method, headers, ...json })
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  return {
    server,
    async upload(bytes) {
      const file = { name: 'Calma.wav', byteSize: bytes.length }
      const { id } = await call<{ id: string }>('POST', '/v1/resource/upload', file)
      for (let at = 0; at < bytes.length; at += PART_BYTES) {
        await send(`${server.url}/v1/resource/upload/${id}`, 'PATCH', bytes.subarray(at, at + PART_BYTES), {
          authorization,
          'tus-resumable': '1.0.0',
          'upload-offset': String(at),
          'content-type': 'application/offset+octet-stream',
        })
      }
      await call('POST', `/v1/resource/upload/${id}/finish`)
      return id
    },
    async addressOf(fileId) {
      const content = { type: 'file', title: 'Calma', status: 'published', fileId }
      const { id } = await call<{ id: string }>('POST', '/v1/resource', content)
      const { attachment } = await call<{ attachment: string }>('GET', `/v1/resource/${id}/download`)
      return server.url + attachment
    },
  }
}

let stored = 0
function bareWay(server: Server): Way {
  return {
    server,
    async upload(bytes) {
      const url = `${server.url}/bare-${(stored += 1)}`
      for (let at = 0; at < bytes.length; at += PART_BYTES) {
        await send(url, 'PATCH', bytes.subarray(at, at + PART_BYTES), {})
      }
      return url
    },
    addressOf: (url) => Promise.resolve(url),
  }
}

async function send(
  url: string,
  method: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<void> {
  const answer = await fetch(url, { method, body: new Uint8Array(body), headers })
  if (!answer.ok) throw new Error(`${method} ${url} answers ${answer.status}`)
}

/** Milliseconds from asking on a new connection until the first byte of the content; the rest is not waited for. */
function firstByte(url: string): Promise<number> {
  return new Promise((done, failed) => {
    const started = performance.now()
    http
      .get(url, (response) => {
        response.once('data', () => {
          const ms = performance.now() - started
          response.destroy()
          if (response.statusCode === 200) done(ms)
          else failed(new Error(`${url} answers ${response.statusCode}`))
        })
      })
      .once('error', failed)
  })
}
