import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EXPORT_KEPT_HOURS } from '#contract/account/data-exports.ts'
import type { ExportId, MessageKey, RoomId } from '#contract/values.ts'
import { HOUR_MS } from '#time/clock.ts'
import type { Written } from '#server/modules/data-exports/data-exports.domain.ts'
import { makeExport, sweepExports } from '#server/modules/data-exports/making.service.ts'
import { type TestApp, instant, makeApp } from '#test/support/app.ts'
import { askExport, exportOf, fetchExport, lastExport, rowsIn } from '#test/support/exports/exports.ts'
import { add, good, newGroup } from '#test/support/groups.ts'
import { answersOf, inviteClient } from '#test/support/invitations.ts'
import { PASSWORD, type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { eraseNow } from '#test/support/privacy/erase.ts'
import { activityOfKind } from '#test/support/audit/activity.ts'
import { seedSignIns } from '#test/support/seeds.ts'
import { putPicture } from '#test/support/privacy/shared-words.ts'
import { newResource, upload } from '#test/support/resources/uploads.ts'
import { pdf } from '#test/support/resources/files.ts'
import { unzip } from '#test/support/exports/unzip.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach, { name: 'Luz' })
})
afterAll(() => app.close())

const signIn = async (email: string) =>
  good(await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })).token

const addressOf = (
  { userId }: { userId: TestCoach['userId'] },
  token: string,
  exportId: ExportId,
  password?: string,
) =>
  app.call(
    'POST /v1/user/:userId/export/:exportId/address',
    {
      params: { userId, exportId },
      body: { ...(password !== undefined && { password }) },
    },
    token,
  )

/** Under which id the bytes of an archive lie, and whether they still do. */
async function bytesOf(id: string): Promise<string> {
  const { db } = app.deps
  const row = await db
    .selectFrom('data_exports')
    .where('id', '=', id as never)
    .select('file_id')
    .executeTakeFirstOrThrow()
  return row.file_id!
}
async function isStored(bytes: string): Promise<boolean> {
  const stream = await app.deps.exportFiles.get(bytes)
  stream?.destroy()
  return stream !== undefined
}
async function countStored(): Promise<number> {
  let count = 0
  for await (const _file of app.deps.exportFiles.list()) count += 1
  return count
}

const codeOf = async (answer: Promise<{ status: number; refusal: { code: string } }>) => {
  const { status, refusal } = await answer
  return [status, refusal.code]
}

// @spec P.334
describe('asking for one’s data (product §18)', () => {
  test('needs the password, because it is a whole practice', async () => {
    expect(await codeOf(askExport(app, coach, 'otra-cosa-123'))).toEqual([422, 'request.invalid'])
    const body = {}
    const without = app.call(
      'POST /v1/user/:userId/export',
      { params: { userId: coach.userId }, body },
      coach.token,
    )
    expect(await codeOf(without)).toEqual([422, 'request.invalid'])
    expect(await lastExport(app, coach)).toBeNull()
  })

  test('ten times, some at once, is one archive, and one mail tells of it', async () => {
    // More passwords than four at once are refused as guesses.
    const answers = await Promise.all(Array.from({ length: 4 }, () => askExport(app, coach)))
    for (let time = 5; time <= 10; time += 1) answers.push(await askExport(app, coach))
    expect(new Set(answers.map((answer) => good(answer, 202).id)).size).toBe(1)
    expect((await lastExport(app, coach))?.state).toBe('waiting')
    await app.settle()
    const ready = await lastExport(app, coach)
    expect(ready).toMatchObject({ state: 'ready', progress: 100, missingFiles: 0, ownSignIn: true })
    expect(instant(ready!.expiresAt!) - instant(ready!.readyAt!)).toBe(EXPORT_KEPT_HOURS * HOUR_MS)
    const mails = await app.mails(coach.email)
    const [told, ...more] = mails.filter(({ subject }) => subject === 'Tus datos están listos')
    expect(more).toEqual([])
    // The mail has no secret: its link leads to the screen, where the archive is fetched by who is signed in.
    expect(told!.text.match(/https?:\/\/\S+/g)).toContain(`${app.deps.config.publicUrl}/profile/account`)
    expect(JSON.stringify(told)).not.toContain('/v1/export')
  })

  test('is limited to five a day', async () => {
    for (let time = 0; time < 5; time += 1) {
      good(await askExport(app, coach), 202)
      await app.settle()
    }
    expect(await codeOf(askExport(app, coach))).toEqual([429, 'export.too_many'])
    app.clock.advance(25 * HOUR_MS)
    coach.token = await signIn(coach.email)
    good(await askExport(app, coach), 202)
  })

  test('is open to a coach who has not paid (product §1 D6)', async () => {
    await app.deps.db
      .updateTable('coaches')
      .set({ payment_status: 'cancelled' })
      .where('id', '=', coach.userId)
      .execute()
    const token = await signIn(coach.email)
    expect((await exportOf(app, { ...coach, token })).has('index.html')).toBe(true)
  })

  test('says nothing to others', async () => {
    const { id } = good(await askExport(app, coach), 202)
    await app.settle()
    const { userId } = coach
    const foreign = app.call('GET /v1/user/:userId/export', { params: { userId } }, client.token)
    expect(await codeOf(foreign)).toEqual([404, 'user.not_found'])
    expect(await codeOf(addressOf(coach, client.token, id, PASSWORD))).toEqual([404, 'user.not_found'])
    expect(await codeOf(addressOf(client, client.token, id, PASSWORD))).toEqual([404, 'export.not_found'])
  })
})

// @spec P.335
describe('fetching the archive', () => {
  test('through another sign-in needs the password again: a stolen token gets nothing', async () => {
    const { id } = good(await askExport(app, coach), 202)
    await app.settle()
    const elsewhere = await signIn(coach.email)
    expect(await codeOf(addressOf(coach, elsewhere, id))).toEqual([422, 'request.invalid'])
    expect(good(await addressOf(coach, elsewhere, id, PASSWORD)).address).toContain(id)
  })

  test('uses an address that ends after an hour, and with the archive', async () => {
    const { id } = good(await askExport(app, coach), 202)
    expect(await codeOf(addressOf(coach, coach.token, id))).toEqual([404, 'export.not_found'])
    await app.settle()
    const { address } = good(await addressOf(coach, coach.token, id))
    const status = async (url: string, headers = {}) =>
      (await app.send({ method: 'GET', url, headers })).status
    expect(await status(address)).toBe(200)
    for (const changed of [
      address.replace('signature=', 'signature=A'),
      address.replace(/until=\d+/, 'until=9999999999999'),
      address.replace(id, client.userId),
    ]) {
      expect(await status(changed)).toBe(404)
    }
    app.clock.advance(HOUR_MS)
    expect(await status(address)).toBe(404)
    app.clock.advance((EXPORT_KEPT_HOURS - 2) * HOUR_MS + 1_000)
    coach.token = await signIn(coach.email)
    const late = good(await addressOf(coach, coach.token, id, PASSWORD))
    const bytes = await bytesOf(id)
    expect(await isStored(bytes)).toBe(true)
    app.clock.advance(HOUR_MS)
    expect(await status(late.address)).toBe(404)
    expect(await lastExport(app, coach)).toBeNull()
    await app.settle()
    expect(await isStored(bytes)).toBe(false)
  })

  test('is said in the activity once in an hour for each sign-in, however often an address is asked for', async () => {
    const { id } = good(await askExport(app, coach), 202)
    await app.settle()
    const fetched = async () => (await activityOfKind(app, coach, 'data.exported')).length
    for (let time = 0; time < 5; time += 1) good(await addressOf(coach, coach.token, id))
    expect(await fetched()).toBe(1)
    // Somebody else with the password is seen at once.
    good(await addressOf(coach, await signIn(coach.email), id, PASSWORD))
    expect(await fetched()).toBe(2)
    app.clock.advance(HOUR_MS)
    good(await addressOf(coach, coach.token, id))
    expect(await fetched()).toBe(3)
    good(await askExport(app, coach), 202)
    await app.settle()
    good(await addressOf(coach, coach.token, (await lastExport(app, coach))!.id))
    expect(await fetched()).toBe(4)
  })

  test('ends with the sign-in that the address was given to', async () => {
    const { id } = good(await askExport(app, coach), 202)
    await app.settle()
    const { address } = good(await addressOf(coach, coach.token, id))
    await app.call('POST /v1/auth/logout', {}, coach.token)
    expect((await app.send({ method: 'GET', url: address })).status).toBe(404)
  })

  test('is of the newest one alone: its bytes replace those of an earlier one', async () => {
    const { id: first } = good(await askExport(app, coach), 202)
    await app.settle()
    const bytes = await bytesOf(first)
    const { id } = good(await askExport(app, coach), 202)
    await app.settle()
    expect(await isStored(bytes)).toBe(false)
    expect(await codeOf(addressOf(coach, coach.token, first))).toEqual([404, 'export.not_found'])
    expect(await isStored(await bytesOf(id))).toBe(true)
  })

  test('goes on where it was cut', async () => {
    const { id } = good(await askExport(app, coach), 202)
    await app.settle()
    const whole = await fetchExport(app, coach, id)
    const { address } = good(await addressOf(coach, coach.token, id))
    const rest = await app.send({ method: 'GET', url: address, headers: { range: 'bytes=100-' } })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([whole.subarray(0, 100), rest.bytes]).equals(whole)).toBe(true)
    const none = await app.send({ method: 'GET', url: address, headers: { range: `bytes=${whole.length}-` } })
    expect(none.status).toBe(416)
  })
})

// @spec P.336
describe('the archive', () => {
  test('of a coach is the whole practice, with its files, sums that are right, and no secret', async () => {
    const bytes = pdf('Plan de Luz')
    const { id: fileId } = good(await upload(app, coach, { name: 'Plan de Luz.pdf', bytes }))
    await newResource(app, coach, { type: 'file', title: 'Plan', fileId })
    const archive = await exportOf(app, coach)
    const manifest = JSON.parse(archive.get('manifest.json')!.toString()) as {
      format: string
      version: number
      tables: { space: string; name: string; rows: number; sha256: string }[]
      files: { id: string; path: string; sha256: string }[]
    }
    expect([manifest.format, manifest.version]).toEqual(['norte-export', 1])
    const sum = (path: string) => createHash('sha256').update(archive.get(path)!).digest('hex')
    for (const { space, name, rows, sha256 } of manifest.tables) {
      expect(rowsIn(archive, `${space}/${name}`), name).toHaveLength(rows)
      expect(sum(`data/${space}/${name}.json`)).toBe(sha256)
    }
    expect(rowsIn(archive, 'practice/clients').map(({ name }) => name)).toEqual(['Luz'])
    const [file] = manifest.files
    expect(file).toMatchObject({
      id: fileId,
      path: `files/${fileId}/Plan de Luz.pdf`,
      sha256: sum(file!.path),
    })
    expect(archive.get(file!.path)!.equals(bytes)).toBe(true)
    expect([...archive.keys()].filter((path) => !path.includes('/'))).toEqual([
      'LEEME.txt',
      'index.html',
      'manifest.json',
    ])
    expect(archive.get('csv/Mi práctica/Clientes.csv')!.toString()).toContain('Nombre,Apellidos,Correo')
    const all = [...archive.values()].map((entry) => entry.toString()).join('\n')
    const { password_hash: hash } = await app.deps.db
      .selectFrom('users')
      .where('id', '=', coach.userId)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(all).not.toContain(hash!)
    expect(all).not.toMatch(/password|token_hash|secret/)
  })

  test('has what happened to an account for its person alone, and of clients what the coach reads', async () => {
    const { userId, token } = client
    const body = { current: PASSWORD, password: 'jacaranda-azul-27' }
    good(await app.call('PUT /v1/user/:userId/password', { params: { userId }, body }, token))
    const archive = await exportOf(app, coach)
    const types = rowsIn(archive, 'practice/domain_events').map(({ type }) => String(type))
    expect(types.filter((type) => type.startsWith('account.'))).toEqual([])
    expect(rowsIn(archive, 'account/domain_events').map(({ subject_id: subject }) => subject)).not.toContain(
      userId,
    )
    const [profile] = rowsIn(archive, 'practice/users')
    expect(Object.keys(profile!)).toEqual([
      'id',
      'photo_id',
      'timezone',
      'about_me',
      'expectations',
      'stands_for',
    ])
  })

  // @spec P.334
  test('of a client has the picture that their coach put of them and that of their group, and nobody else’s', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const own = await putPicture(app, coach, `client/${client.clientId}`)
    good(await add(app, coach, group, { clientId: client.clientId }), 201)
    const ofGroup = await putPicture(app, coach, `group/${group.id}`)
    const fellow = await newClient(app, coach, { groupId: group.id })
    await putPicture(app, coach, `client/${fellow.clientId}`)
    const archive = await exportOf(app, client)
    const pictures = rowsIn(archive, 'client/files').map(({ id, kind }) => `${String(kind)} ${String(id)}`)
    expect(pictures.toSorted()).toEqual([`clientPhoto ${own}`, `groupPhoto ${ofGroup}`])
    expect(rowsIn(archive, 'client/clients')).toEqual([expect.objectContaining({ photo_id: own })])
    expect([...archive.keys()].filter((path) => path.startsWith('files/')).toSorted()).toEqual(
      [`files/${own}/clientPhoto.webp`, `files/${ofGroup}/groupPhoto.webp`].toSorted(),
    )
  })

  test('of a file that is gone says so, and has all the rest', async () => {
    const { id: fileId } = good(await upload(app, coach, { name: 'Perdido.pdf', bytes: pdf('Perdido') }))
    await newResource(app, coach, { type: 'file', title: 'Perdido', fileId })
    const { parts } = await app.deps.db
      .selectFrom('resource_files')
      .where('id', '=', fileId)
      .select('parts')
      .executeTakeFirstOrThrow()
    await app.deps.resourceFiles.remove(parts[0]!)
    const archive = await exportOf(app, coach)
    expect((await lastExport(app, coach))!.missingFiles).toBe(1)
    const { files } = JSON.parse(archive.get('manifest.json')!.toString()) as { files: object[] }
    expect(files).toEqual([expect.objectContaining({ id: fileId, sha256: null })])
  })
})

describe('writing it', () => {
  const jobOf = (exportId: string) => ({ version: 1, exportId })

  test('that fails is tried again, then given up, and nothing is left of it', async () => {
    const { id } = good(await askExport(app, coach), 202)
    const broken = { ...app.deps, writeArchive: () => Promise.reject(new Error('ENOSPC')) }
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect((await lastExport(app, coach))!.state).not.toBe('failed')
      await expect(makeExport(broken, jobOf(id))).rejects.toThrow('ENOSPC')
    }
    expect((await lastExport(app, coach))!.state).toBe('failed')
    // The person asks again, and the old job does nothing.
    const again = good(await askExport(app, coach), 202)
    await makeExport(app.deps, jobOf(id))
    expect((await lastExport(app, coach))!.state).toBe('waiting')
    await app.settle()
    expect(await lastExport(app, coach)).toMatchObject({ id: again.id, state: 'ready' })
  })

  test('by a worker that was thought dead changes nothing once another has done it', async () => {
    const { id } = good(await askExport(app, coach), 202)
    const before = await countStored()
    const slow = {
      ...app.deps,
      writeArchive: async (...order: Parameters<typeof app.deps.writeArchive>) => {
        const written = await app.deps.writeArchive(...order)
        await makeExport(app.deps, jobOf(id))
        return written
      },
    }
    await makeExport(slow, jobOf(id))
    await app.settle()
    expect((await lastExport(app, coach))!.state).toBe('ready')
    expect(await countStored()).toBe(before + 1)
    expect(await unzip(await fetchExport(app, coach, id))).toHaveProperty('size')
  })

  // @spec P.339
  test('for a client whose coach leaves meanwhile is given up, and what has not begun is written without that practice', async () => {
    const leaving = await newCoach(app, { name: 'Amatista' })
    const late = await newClient(app, coach, { name: 'Sol' })
    for (const { email, token: bearer } of [client, late]) {
      const { clientId, token } = await inviteClient(app, leaving, { email })
      good(await answersOf(app).accept(clientId, { token }, bearer))
    }
    const { id } = good(await askExport(app, client), 202)
    good(await askExport(app, late), 202)
    const meanwhile = {
      ...app.deps,
      writeArchive: async (...order: Parameters<typeof app.deps.writeArchive>) => {
        const written = await app.deps.writeArchive(...order)
        await eraseNow(app, leaving)
        return written
      },
    }
    const before = await countStored()
    await makeExport(meanwhile, { version: 1, exportId: id })
    await seedSignIns(app, [client, late])
    expect(await lastExport(app, client)).toBeNull()
    expect(await countStored()).toBe(before)
    await app.settle()
    const stored = await app.deps.exportFiles.get(await bytesOf((await lastExport(app, late))!.id))
    const archive = await unzip(await buffer(stored!))
    expect(rowsIn(archive, 'client/clients')).toHaveLength(1)
    const said = [...archive.values()].filter((entry) => entry.includes('Amatista'))
    expect(said).toEqual([])
  })

  // @spec P.339
  test('that is just being noted when the coach of its client leaves is deleted all the same', async () => {
    const leaving = await newCoach(app)
    const { clientId, token } = await inviteClient(app, leaving, { email: client.email })
    good(await answersOf(app).accept(clientId, { token }, client.token))
    const { id } = good(await askExport(app, client), 202)
    await app.settle()
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%data_exports%'`.execute(
        app.deps.db,
      )
      return rows[0]!.count
    }
    const erased = await app.deps.db.transaction().execute(async (tx) => {
      await tx.updateTable('data_exports').set({ progress: 100 }).where('id', '=', id).execute()
      const erasing = eraseNow(app, leaving)
      await expect.poll(waiting).toBe(1)
      return { erasing }
    })
    await erased.erasing
    await seedSignIns(app, [client])
    expect(await lastExport(app, client)).toBeNull()
  })

  test('waits for space for hours: an archive never fills the disk that the database is on', async () => {
    const { id } = good(await askExport(app, coach), 202)
    const full = { ...app.deps, freeSpace: () => Promise.resolve(400 * 1_048_576) }
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await expect(makeExport(full, jobOf(id))).rejects.toThrow('not enough space')
      expect(await lastExport(app, coach)).toMatchObject({ state: 'waiting', progress: 0 })
    }
    // What the disk, its quota or the database itself refuses is the same.
    for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
      const refused = Object.assign(new Error('no space left'), { code })
      const broken = { ...app.deps, writeArchive: () => Promise.reject(refused) }
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await expect(makeExport(broken, jobOf(id))).rejects.toThrow('no space left')
        expect((await lastExport(app, coach))!.state).toBe('waiting')
      }
    }
    await app.settle()
    expect((await lastExport(app, coach))!.state).toBe('ready')
    const { id: late } = good(await askExport(app, coach), 202)
    app.clock.advance(13 * HOUR_MS)
    await expect(makeExport(full, jobOf(late))).rejects.toThrow('not enough space')
    expect((await lastExport(app, coach))!.state).toBe('failed')
  })

  test('asks before the rows and every few megabytes of them whether it goes on, then for the files', async () => {
    const roomId = client.clientId as string as RoomId
    const greeting = { text: 'Hola', clientKey: app.deps.newId<MessageKey>() }
    good(
      await app.call('POST /v1/message/:roomId', { params: { roomId }, body: greeting }, client.token),
      201,
    )
    // Six megabytes of rows, which are written three times.
    await sql`
      insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
      select gen_random_uuid(), r.id, n, n, r.coach_id, repeat('Sol y mar. ', 350), gen_random_uuid(), r.created_at
      from message_rooms r, generate_series(1001, 2500) n where r.coach_id = ${coach.userId}`.execute(
      app.deps.db,
    )
    const bytes = pdf('Plan de Luz')
    const { id: fileId } = good(await upload(app, coach, { name: 'Plan.pdf', bytes }))
    await newResource(app, coach, { type: 'file', title: 'Plan', fileId })
    const write = (goesOn: (written: Written) => boolean) =>
      app.deps.exportParts.with((path) =>
        app.deps.writeArchive({ userId: coach.userId, path, madeAt: app.clock.now() }, async (written) =>
          goesOn(written),
        ),
      )
    const said: Written[] = []
    expect(await write((written) => said.push(written) > 0)).toMatchObject({ missingFiles: 0 })
    const [first] = said
    expect(first).toEqual({ part: 'rows', done: 0, all: expect.any(Number) })
    const within = said.filter((written, index) => written.done === said[index - 1]?.done)
    expect(within.length).toBeGreaterThan(3)
    expect(within.filter(({ part }) => part === 'rows')).toEqual(within)
    expect(said.slice(-2)).toEqual([
      { part: 'files', done: 0, all: bytes.length },
      { part: 'files', done: bytes.length, all: bytes.length },
    ])
    // A worker that is told so in the middle of a table ends there.
    let asked = 0
    const [{ done } = { done: -1 }] = within
    expect(await write((written) => written.done !== done || (asked += 1) < 3)).toBeUndefined()
    expect(asked).toBe(3)
  })

  test('shows on the screen how far it is, from its beginning to its end', async () => {
    good(await askExport(app, coach), 202)
    const seen: number[] = []
    const { id } = (await lastExport(app, coach))!
    const watched = {
      ...app.deps,
      freeSpace: async () => {
        seen.push((await lastExport(app, coach))!.progress)
        return Number.MAX_SAFE_INTEGER
      },
    }
    await makeExport(watched, jobOf(id))
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    expect(seen[0]).toBe(0)
    expect(new Set(seen.filter((percent) => percent > 0 && percent < 100)).size).toBeGreaterThan(10)
    expect(await lastExport(app, coach)).toMatchObject({ state: 'ready', progress: 100 })
  })

  test('happens in a separate thread, with a database and stores that it opens for itself', async () => {
    const threaded = await makeApp({ threads: true })
    try {
      const owner = await newCoach(threaded)
      await newClient(threaded, owner, { name: 'Luz' })
      const { id: fileId } = good(await upload(threaded, owner, { name: 'Guía.pdf', bytes: pdf() }))
      await newResource(threaded, owner, { type: 'file', title: 'Guía', fileId })
      const archive = await exportOf(threaded, owner)
      expect(rowsIn(archive, 'practice/clients').map(({ name }) => name)).toEqual(['Luz'])
      const { files } = JSON.parse(archive.get('manifest.json')!.toString()) as { files: object[] }
      expect(files).toEqual([expect.objectContaining({ id: fileId, sha256: expect.any(String) })])
    } finally {
      await threaded.close()
    }
  })

  test('of which nothing was heard for days is given up, so that another can be asked for', async () => {
    const { id } = good(await askExport(app, coach), 202)
    await app.deps.db.deleteFrom('timers').where('key', '=', `export.make:${id}`).execute()
    app.clock.advance(4 * 24 * HOUR_MS)
    await sweepExports(app.deps)
    coach.token = await signIn(coach.email)
    expect((await lastExport(app, coach))!.state).toBe('failed')
    expect(good(await askExport(app, coach), 202).id).not.toBe(id)
  })

  test('leaves orphans only until they are swept', async () => {
    const { id } = good(await askExport(app, coach), 202)
    await app.settle()
    const bytes = await bytesOf(id)
    await app.deps.db.deleteFrom('data_exports').where('id', '=', id).execute()
    app.clock.advance(100 * 365 * 24 * HOUR_MS)
    expect(await sweepExports(app.deps)).toBeGreaterThan(0)
    expect(await isStored(bytes)).toBe(false)
  })
})
