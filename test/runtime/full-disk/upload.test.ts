import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PART_BYTES, UPLOAD_PATH } from '#contract/resources/resource-files.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { wav } from '#test/support/resources/files.ts'
import { probe } from '#test/support/servers/health.ts'
import { type SmallDisk, openSmallDisk, canOpenSmallDisk } from '#test/support/servers/small-disk.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { dataFolder } from '../data-folder.ts'

// The disk of the uploaded files is full: real bytes, a real server, a real refusal of the kernel.

const TUS = { 'tus-resumable': '1.0.0' }
const NO_SPACE = {
  error: 'El servidor no tiene espacio por ahora y esto no se guardó. Inténtalo más tarde o avisa a soporte.',
  code: 'server.no_space',
  requestId: expect.any(String),
}

const folder = dataFolder()
let database: TestDatabase
let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  database = await openTestDatabase()
  app = await makeApp({ database, env: { TOKEN_SECRET }, now: toIso(systemClock.now()) })
  coach = await newCoach(app)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const call = (server: ServerProcess, method: string, path: string, body?: object) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${coach.token}`,
      ...TUS,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

/** What lies on the disk, half written files included. */
async function filesOf(disk: SmallDisk): Promise<string[]> {
  const entries = await readdir(disk.path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

// @spec P.107
test.skipIf(!canOpenSmallDisk())(
  'a part that finds no room is refused in Spanish, nothing of it stays, and the upload goes on from there',
  async () => {
    const disk = await openSmallDisk(join(folder.path, 'resources'), PART_BYTES * 1.5)
    const server = await startServer({
      as: disk.as,
      env: { DATA_DIR: folder.path, DATABASE_URL: database.url, TOKEN_SECRET, ROLES: 'web' },
    })
    const bytes = wav(2 * PART_BYTES + 77)
    randomBytes(bytes.length - 44).copy(bytes, 44)
    const announced = await call(server, 'POST', UPLOAD_PATH, { name: 'Calma.wav', byteSize: bytes.length })
    const { id } = (await announced.json()) as { id: string }
    const at = `${UPLOAD_PATH}/${id}`
    const send = (offset: number) =>
      fetch(`${server.url}${at}`, {
        method: 'PATCH',
        headers: {
          ...TUS,
          'authorization': `Bearer ${coach.token}`,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes.subarray(offset, offset + PART_BYTES)),
      })
    const arrived = async () => (await call(server, 'HEAD', at)).headers.get('upload-offset')

    expect((await send(0)).status).toBe(204)
    const before = await filesOf(disk)
    for (let time = 0; time < 2; time += 1) {
      const refused = await send(PART_BYTES)
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        503,
        'application/json; charset=utf-8',
      ])
      expect(await refused.json()).toEqual(NO_SPACE)
    }
    expect(await filesOf(disk)).toEqual(before)
    expect(await arrived()).toBe(String(PART_BYTES))
    expect(await probe(server.url, '/health/live')).toMatchObject({ status: 200 })

    await disk.resize(8 * PART_BYTES)
    expect((await send(PART_BYTES)).status).toBe(204)
    expect((await send(2 * PART_BYTES)).status).toBe(204)
    // The parts are joined in another file, which needs as much room again.
    const parts = await filesOf(disk)
    await disk.leave(PART_BYTES)
    const unfinished = await call(server, 'POST', `${at}/finish`)
    expect([unfinished.status, await unfinished.json()]).toEqual([503, NO_SPACE])
    expect((await filesOf(disk)).toSorted()).toEqual(parts.toSorted())
    await disk.resize(8 * PART_BYTES)
    const finished = await call(server, 'POST', `${at}/finish`)
    expect([finished.status, await finished.json()]).toEqual([
      200,
      expect.objectContaining({ id, byteSize: bytes.length }),
    ])
    const [whole, ...others] = await filesOf(disk)
    expect(others).toEqual([])
    const stored = await app.deps.db
      .selectFrom('resource_files')
      .where('id', '=', id as never)
      .select('parts')
      .executeTakeFirstOrThrow()
    expect(stored.parts).toEqual([whole])
    expect((await server.stop()).code).toBe(0)
    await disk.close()
  },
)
