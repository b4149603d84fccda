import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IMPORT_KEPT_HOURS } from '#contract/account/data-imports.ts'
import { PART_BYTES } from '#contract/resources/resource-files.ts'
import { makeImport, sweepImports } from '#server/modules/data-imports/importing.service.ts'
import { findLast } from '#server/modules/data-imports/data-imports.repository.ts'
import { HOUR_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { activityOfKind } from '#test/support/audit/activity.ts'
import { good } from '#test/support/groups.ts'
import {
  beginImport,
  cancelImport,
  finishImport,
  importInto,
  importOf,
  importOffset,
  sendImportPart,
  uploadArchive,
  zipOf,
} from '#test/support/imports/archives.ts'
import { type TestPractice, practiceToMove } from '#test/support/imports/practice.ts'
import { PASSWORD, type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'

let app: TestApp
let practice: TestPractice
let zip: Buffer
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
  practice = await practiceToMove(app)
  zip = await zipOf(practice.archive)
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
})
afterAll(() => app.close())

const codeOf = async (answer: Promise<{ status: number; refusal: { code: string } }>) => {
  const { status, refusal } = await answer
  return [status, refusal.code]
}
const signIn = async (email: string) =>
  good(await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })).token
const jobOf = (importId: string) => ({ version: 1, importId })
const addClient = (token: string) =>
  app.call(
    'POST /v1/client',
    { body: { name: 'Ada', lastName: 'Ruiz', email: newEmail('client'), invite: false } },
    token,
  )
const countOf = async (table: 'clients' | 'notes' | 'resource_files') => {
  const { count } = await app.deps.db
    .selectFrom(table)
    .where('coach_id', '=', coach.userId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
async function storedParts(): Promise<number> {
  let count = 0
  for await (const _part of app.deps.importFiles.list()) count += 1
  return count
}

// @spec P.352
describe('importing a practice', () => {
  test('fills the empty practice of a coach, tells of it in their activity, and mails nobody', async () => {
    expect(await importOf(app, coach)).toMatchObject({ import: null, isEmpty: true })
    const before = (await app.mails(practice.client.email)).length
    const done = await importInto(app, coach, zip)
    expect(done).toMatchObject({
      state: 'done',
      progress: 100,
      refusal: null,
      counts: { clients: 1, sessions: 0, messages: 3, files: 2 },
    })
    expect((await importOf(app, coach)).isEmpty).toBe(false)
    expect(await activityOfKind(app, coach, 'data.imported')).toHaveLength(1)
    expect(await app.mails(coach.email)).toEqual([])
    expect(await app.mails(practice.client.email)).toHaveLength(before)
    expect(await storedParts()).toBe(0)
  })

  test('is for a coach who has paid and shows that it is them', async () => {
    expect(await codeOf(beginImport(app, coach, zip.length, ''))).toEqual([422, 'request.invalid'])
    expect(await codeOf(beginImport(app, coach, zip.length, 'otra-cosa-123'))).toEqual([
      422,
      'request.invalid',
    ])
    const unpaid = await newCoach(app, { paid: false })
    expect(await codeOf(beginImport(app, unpaid, zip.length))).toEqual([402, 'payment.required'])
    expect(await codeOf(beginImport(app, practice.client, zip.length))).toEqual([403, 'auth.forbidden'])
  })

  test('of an archive that is larger than all files of a practice is refused', async () => {
    const { mostBytes } = await importOf(app, coach)
    expect(await codeOf(beginImport(app, coach, mostBytes + 1))).toEqual([413, 'upload.too_large'])
  })

  test('needs an empty practice, when it is announced and when it is read', async () => {
    const id = await uploadArchive(app, coach, zip)
    expect((await addClient(coach.token)).status).toBe(201)
    good(await finishImport(app, coach, id), 202)
    await app.settle()
    expect((await importOf(app, coach)).import).toMatchObject({
      state: 'refused',
      refusal: { code: 'practice_import.not_empty' },
    })
    expect([await countOf('clients'), await countOf('notes'), await countOf('resource_files')]).toEqual([
      1, 0, 0,
    ])
    expect(await codeOf(beginImport(app, coach, zip.length))).toEqual([409, 'practice_import.not_empty'])
    await importInto(app, (coach = await newCoach(app)), zip)
    expect(await codeOf(beginImport(app, coach, zip.length))).toEqual([409, 'practice_import.not_empty'])
  })

  test('asked for ten times is one; of another archive meanwhile it is refused', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => beginImport(app, coach, zip.length)))
    for (let time = 5; time <= 10; time += 1) answers.push(await beginImport(app, coach, zip.length))
    expect(new Set(answers.map((answer) => good(answer, 201).id)).size).toBe(1)
    expect(await codeOf(beginImport(app, coach, zip.length + 1))).toEqual([409, 'practice_import.under_way'])
  })

  test('is limited to ten a day', async () => {
    for (let time = 0; time < 10; time += 1) {
      expect((await importInto(app, coach, Buffer.from('no es un ZIP'))).state).toBe('refused')
    }
    expect(await codeOf(beginImport(app, coach, 100))).toEqual([429, 'practice_import.too_many'])
  })

  test('is limited to ten a day, also of those that were cancelled', async () => {
    for (let time = 0; time < 10; time += 1) {
      const { id } = good(await beginImport(app, coach, 100), 201)
      expect((await cancelImport(app, coach, id)).status).toBe(204)
      expect((await importOf(app, coach)).import).toBeNull()
    }
    expect(await codeOf(beginImport(app, coach, 100))).toEqual([429, 'practice_import.too_many'])
    app.clock.advance(IMPORT_KEPT_HOURS * HOUR_MS)
    await app.settle()
    const left = app.deps.db.selectFrom('data_imports').where('user_id', '=', coach.userId).select('id')
    expect(await left.execute()).toEqual([])
    coach.token = await signIn(coach.email)
    good(await beginImport(app, coach, 100), 201)
  })

  test('finds out that the disk is full before anything is sent', async () => {
    const full = await makeApp({ freeSpace: () => Promise.resolve(400 * 1_048_576) })
    const somebody = await newCoach(full)
    expect(await codeOf(beginImport(full, somebody, 100))).toEqual([503, 'practice_import.no_space'])
    await full.close()
  })
})

// @spec P.353
describe('its bytes', () => {
  test('come in parts, go on where they were cut, and are nobody else’s', async () => {
    const { id } = good(await beginImport(app, coach, zip.length), 201)
    const half = Math.min(PART_BYTES, Math.floor(zip.length / 2))
    expect((await sendImportPart(app, coach, id, 0, zip.subarray(0, half))).status).toBe(204)
    expect(await codeOf(finishImport(app, coach, id))).toEqual([409, 'practice_import.upload_incomplete'])
    expect((await importOffset(app, coach, id)).headers['upload-offset']).toBe(String(half))
    expect((await sendImportPart(app, coach, id, 0, zip.subarray(0, half))).status).toBe(409)
    const stranger = await newCoach(app)
    expect((await importOffset(app, stranger, id)).status).toBe(404)
    expect((await sendImportPart(app, stranger, id, half, zip.subarray(half))).status).toBe(404)
    expect((await sendImportPart(app, practice.client, id, half, zip.subarray(half))).status).toBe(403)
    expect(await codeOf(finishImport(app, stranger, id))).toEqual([404, 'practice_import.not_found'])
    expect(await codeOf(cancelImport(app, stranger, id))).toEqual([404, 'practice_import.not_found'])
    expect((await sendImportPart(app, coach, id, half, zip.subarray(half))).status).toBe(204)
    expect(good(await finishImport(app, coach, id), 202).state).toBe('waiting')
    // Of a large archive there are thousands of parts, and the screen asks every two seconds.
    expect(await findLast(app.deps.db, coach.userId)).not.toHaveProperty('parts')
    await app.settle()
    expect((await importOf(app, coach)).import!.state).toBe('done')
    expect(good(await finishImport(app, coach, id), 202).state).toBe('done')
    expect(await codeOf(cancelImport(app, coach, id))).toEqual([409, 'practice_import.under_way'])
  })

  test('are not taken once the disk is full', async () => {
    let free = 10 * 1_073_741_824
    const small = await makeApp({ freeSpace: () => Promise.resolve(free) })
    const somebody = await newCoach(small)
    const { id } = good(await beginImport(small, somebody, zip.length), 201)
    free = 500 * 1_048_576 + 10
    expect((await sendImportPart(small, somebody, id, 0, zip.subarray(0, 100))).status).toBe(503)
    free += 100
    expect((await sendImportPart(small, somebody, id, 0, zip.subarray(0, 100))).status).toBe(204)
    await small.close()
  })

  test('are gone once it is cancelled, and another can be begun', async () => {
    const id = await uploadArchive(app, coach, zip)
    expect((await cancelImport(app, coach, id)).status).toBe(204)
    expect(await storedParts()).toBe(0)
    expect((await importOf(app, coach)).import).toBeNull()
    expect((await importOffset(app, coach, id)).status).toBe(404)
    expect((await importInto(app, coach, zip)).state).toBe('done')
  })

  test('are gone after a day, and those that no row names are swept', async () => {
    await uploadArchive(app, coach, zip)
    app.clock.advance(IMPORT_KEPT_HOURS * HOUR_MS)
    await app.settle()
    // Their row is gone at once; the sweep takes them some time later.
    const rows = app.deps.db.selectFrom('data_imports').where('user_id', '=', coach.userId).select('id')
    expect(await rows.execute()).toEqual([])
    coach.token = await signIn(coach.email)
    expect((await importOf(app, coach)).import).toBeNull()
    const id = await uploadArchive(app, coach, zip)
    await app.deps.db.deleteFrom('data_imports').where('id', '=', id).execute()
    app.clock.advance(100 * 365 * 24 * HOUR_MS)
    expect(await sweepImports(app.deps)).toBeGreaterThan(0)
    expect(await storedParts()).toBe(0)
  })
})

// @spec P.354
describe('reading it', () => {
  test('twice at once fills the practice once', async () => {
    const id = await uploadArchive(app, coach, zip)
    good(await finishImport(app, coach, id), 202)
    const outcomes = await Promise.allSettled([
      makeImport(app.deps, jobOf(id)),
      makeImport(app.deps, jobOf(id)),
    ])
    await app.settle()
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect((await importOf(app, coach)).import).toMatchObject({
      state: 'done',
      counts: { clients: 1, messages: 3 },
    })
    expect([await countOf('clients'), await countOf('resource_files')]).toEqual([1, 2])
  })

  test('by a worker that was thought dead changes nothing once another has begun', async () => {
    const id = await uploadArchive(app, coach, zip)
    good(await finishImport(app, coach, id), 202)
    const slow = {
      ...app.deps,
      openZip: async (...of: Parameters<typeof app.deps.openZip>) => {
        const opened = await app.deps.openZip(...of)
        await makeImport(app.deps, jobOf(id))
        return opened
      },
    }
    await makeImport(slow, jobOf(id))
    expect((await importOf(app, coach)).import!.state).toBe('done')
    expect([await countOf('clients'), await countOf('notes')]).toEqual([1, 1])
  })

  test('that is cut goes on with the files it has stored; the rows are all there or none', async () => {
    const id = await uploadArchive(app, coach, zip)
    good(await finishImport(app, coach, id), 202)
    let stored = 0
    const counting = {
      ...app.deps,
      resourceFiles: {
        ...app.deps.resourceFiles,
        put: (...of: Parameters<typeof app.deps.resourceFiles.put>) => {
          stored += 1
          return app.deps.resourceFiles.put(...of)
        },
      },
    }
    const cut = {
      ...counting,
      images: { ...counting.images, preview: () => Promise.reject(new Error('killed')) },
    }
    await expect(makeImport(cut, jobOf(id))).rejects.toThrow('killed')
    expect(await countOf('notes')).toBe(0)
    const before = stored
    await makeImport(counting, jobOf(id))
    expect((await importOf(app, coach)).import!.state).toBe('done')
    // The document is not stored again, the picture and its preview are.
    expect([before, stored]).toEqual([1, 3])
  })

  test('that fails is tried again, given up, and tried once more by the coach without sending it again', async () => {
    const id = await uploadArchive(app, coach, zip)
    good(await finishImport(app, coach, id), 202)
    const broken = { ...app.deps, openZip: () => Promise.reject(new Error('EIO')) }
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect((await importOf(app, coach)).import!.state).not.toBe('failed')
      await expect(makeImport(broken, jobOf(id))).rejects.toThrow('EIO')
    }
    expect((await importOf(app, coach)).import!.state).toBe('failed')
    await makeImport(app.deps, jobOf(id))
    expect(await countOf('clients')).toBe(0)
    good(await finishImport(app, coach, id), 202)
    await app.settle()
    expect((await importOf(app, coach)).import!.state).toBe('done')
  })

  test('is begun again twice at most once it failed, and not while another archive is under way', async () => {
    const id = await uploadArchive(app, coach, zip)
    const full = { ...app.deps, freeSpace: () => Promise.resolve(400 * 1_048_576) }
    const fail = () => expect(makeImport(full, jobOf(id))).rejects.toThrow('not enough space')
    for (let time = 0; time <= 2; time += 1) {
      good(await finishImport(app, coach, id), 202)
      await fail()
      // The screen offers it as often as it is done.
      expect((await importOf(app, coach)).import!.canRestart).toBe(time < 2)
    }
    expect(await codeOf(finishImport(app, coach, id))).toEqual([429, 'practice_import.tried_enough'])
    const { id: other } = good(await beginImport(app, coach, 100), 201)
    expect(await codeOf(finishImport(app, coach, id))).toEqual([409, 'practice_import.under_way'])
    expect((await cancelImport(app, coach, other)).status).toBe(204)
    expect((await cancelImport(app, coach, id)).status).toBe(204)
    expect((await importInto(app, coach, zip)).state).toBe('done')
  })

  test('on a disk that is full fails at once, and changes nothing', async () => {
    const id = await uploadArchive(app, coach, zip)
    good(await finishImport(app, coach, id), 202)
    const full = { ...app.deps, freeSpace: () => Promise.resolve(400 * 1_048_576) }
    await expect(makeImport(full, jobOf(id))).rejects.toThrow('not enough space')
    expect((await importOf(app, coach)).import!.state).toBe('failed')
    expect([await countOf('clients'), await countOf('resource_files')]).toEqual([0, 0])
    good(await finishImport(app, coach, id), 202)
    await app.settle()
    expect((await importOf(app, coach)).import!.state).toBe('done')
  })

  test('needs room for the copy of the archive and, where the database is on the same disk, for the rows', async () => {
    const reserved = 500 * 1_048_576
    /** What is read with a disk that is full when it is looked at for the time of that number. */
    const readWith = async (fullAt: number, databaseUrl?: string) => {
      let looked = 0
      const freeSpace = () => Promise.resolve((looked += 1) === fullAt ? reserved + 10 : 10 * reserved)
      const deps = { ...app.deps, freeSpace, config: { ...app.deps.config, databaseUrl } }
      coach = await newCoach(app)
      const id = await uploadArchive(app, coach, zip)
      good(await finishImport(app, coach, id), 202)
      await makeImport(deps, jobOf(id)).catch(() => undefined)
      return [(await importOf(app, coach)).import!.state, looked]
    }
    expect(await readWith(1)).toEqual(['failed', 1])
    // After its two files.
    expect(await readWith(4)).toEqual(['failed', 4])
    expect(await readWith(4, 'postgres://elsewhere/norte')).toEqual(['done', 3])
    expect(await readWith(0)).toEqual(['done', 4])
  })

  test('leaves no attempt for what is no job of it', async () => {
    await expect(makeImport(app.deps, { version: 2 })).rejects.toThrow('version')
    await makeImport(app.deps, jobOf('01890000-0000-7000-8000-000000000000'))
    await newClient(app, coach)
    expect(await countOf('clients')).toBe(1)
  })
})
