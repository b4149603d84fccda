import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { openStores } from '#server/backup/contents.ts'
import { pause } from '#server/platform/pause.ts'
import { UPLOAD_PATH } from '#contract/resources/resource-files.ts'
import { PASSWORD } from '#test/support/people.ts'
import { wav } from '#test/support/resources/files.ts'

type Queries = Pick<pg.Pool, 'query'>

/**
 * Lets a coach who has registered upload files to a server that is killed and comes back, with PAYMENT_PROVIDER=off.
 * `urlNow` is where it answers at the moment.
 */
export async function openUploads(urlNow: () => string, email: string, database: Queries) {
  await database.query('update users set email_verified_at = now() where email = $1', [email])
  let isStopped = false
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${urlNow()}${path}`, init).catch(() => undefined)
    const body = await answer?.text().catch(() => undefined)
    // A server that is there refuses for good.
    if (answer && answer.status < 500 && !answer.ok) throw new Error(`${path}: ${answer.status} ${body}`)
    return answer?.ok ? body : undefined
  }
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = await post('/v1/auth/user', { email, password: PASSWORD })
  if (signedIn === undefined) throw new Error(`${email} cannot sign in`)
  const headers = { authorization: `Bearer ${(JSON.parse(signedIn) as { token: string }).token}` }

  async function send(bytes: Buffer): Promise<string | undefined> {
    const announced = await post(UPLOAD_PATH, { name: 'Calma.wav', byteSize: bytes.length }, headers)
    if (announced === undefined) return undefined
    const { id } = JSON.parse(announced) as { id: string }
    const type = 'application/offset+octet-stream'
    const part = await call(`${UPLOAD_PATH}/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': type },
      body: new Uint8Array(bytes),
    })
    if (part === undefined) return undefined
    return (await post(`${UPLOAD_PATH}/${id}/finish`, {}, headers)) === undefined ? undefined : id
  }

  /** What was acknowledged, in this order. */
  const sent: { id: string; bytes: Buffer }[] = []
  return {
    sent,
    /** Sends new bytes until a server says that it keeps them, or they are stopped. */
    async add(): Promise<void> {
      while (!isStopped) {
        const bytes = wav(70_000)
        randomBytes(bytes.length - 44).copy(bytes, 44)
        const id = await send(bytes)
        if (id !== undefined) return void sent.push({ id, bytes })
        await pause(5)
      }
    },
    stop: () => {
      isStopped = true
    },
  }
}

/** Which of these files are not, byte by byte, in a data folder, where its database says. */
export async function differentIn(
  dataDir: string,
  database: Queries,
  files: readonly { id: string; bytes: Buffer }[],
): Promise<string[]> {
  const { resources } = await openStores({ dataDir, s3: undefined })
  const different: string[] = []
  for (const { id, bytes } of files) {
    const { rows } = await database.query<{ parts: string[] }>(
      'select parts from resource_files where id = $1',
      [id],
    )
    const parts = await Promise.all(
      (rows[0]?.parts ?? []).map(async (part) => {
        const stream = await resources.get(part)
        return stream ? buffer(stream) : Buffer.alloc(0)
      }),
    )
    if (!Buffer.concat(parts).equals(bytes)) different.push(id)
  }
  return different
}
