import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { holdRemovals, isBackupUnderWay } from '#server/platform/backup/backup-lock.ts'
import { newBackupKey, readBackupKey } from '#server/platform/backup/encryption.ts'
import { placeOf } from '#server/platform/backup/file-lists.ts'
import { listMigrations, migrate } from '#server/platform/postgres/migrate.ts'
import { type BackupWorld, addPicture, openBackupWorld } from '#test/support/backups/world.ts'
import { contentsOf, sumsOf } from '#test/support/backups/contents.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { migrateBefore } from '#test/support/earlier-schema.ts'
import { DAY_MS, epochMs, fixedClock, systemClock } from '#time/clock.ts'
import { lastBackup, noteEnded } from './backup-state.ts'
import { openStores } from './contents.ts'
import { makeBackup } from './make-backup.ts'
import { nextBackup } from './scheduled-backups.ts'

let world: BackupWorld
beforeEach(async () => {
  world = await openBackupWorld()
})
afterEach(() => world.close())

const manifestOf = (name: string) => join(world.folder, name, 'manifest.json')
/** Where an unencrypted picture lies in the backups. */
const placeIn = (id: string) => placeOf(world.folder, null, { store: 'files', id, sha256: '' })
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .toSorted()
}
const readText = async (path: string) => readFile(path, 'utf8')

/** Changes a manifest as another release would have written it: with the right sum. */
async function rewrite(name: string, change: (manifest: Record<string, unknown>) => object): Promise<void> {
  const { manifest } = JSON.parse(await readText(manifestOf(name))) as { manifest: Record<string, unknown> }
  const changed = change(manifest)
  const sha256 = createHash('sha256').update(JSON.stringify(changed)).digest('hex')
  await writeFile(manifestOf(name), JSON.stringify({ manifest: changed, sha256 }))
}

// @spec P.310
describe('a backup', () => {
  test('brings everything back: rows, waiting jobs, files, secrets, and the rules of the tables', async () => {
    const { name, files, warnings } = await world.backUp()
    expect(files).toMatchObject({ count: 2, added: 2, missing: 0 })
    expect(warnings).toEqual([])
    expect(await world.faults(name)).toEqual([])
    const target = await world.newTarget()
    expect(await target.restore()).toMatchObject({ name, jobs: 2, files: 2 })
    expect(await contentsOf({ url: target.url })).toEqual(await contentsOf(world.database.connection))
    const stores = await openStores({ dataDir: target.dataDir, s3: undefined })
    expect(await sumsOf(stores.files)).toEqual(await sumsOf(world.stores.files))
    expect(await sumsOf(stores.resources)).toEqual(await sumsOf(world.stores.resources))
    const secret = ['secrets', 'token-secret'] as const
    expect(await readText(join(target.dataDir, ...secret))).toBe(
      await readText(join(world.dataDir, ...secret)),
    )
  })

  test('holds each file once, and what no backup needs any more goes with the oldest one', async () => {
    const first = await world.backUp({ keep: 2 })
    const added = await addPicture(world)
    const second = await world.backUp({ keep: 2 })
    expect(second.files).toMatchObject({ count: 3, added: 1 })
    await world.database.pool.query('delete from files where id = $1', [world.picture])
    const third = await world.backUp({ keep: 2 })
    expect(third).toMatchObject({ files: { count: 2, added: 0 }, removed: [first.name] })
    // The second one still names it.
    expect(await readFile(placeIn(world.picture))).toHaveLength(70_000)
    const fourth = await world.backUp({ keep: 2 })
    expect(fourth.removed).toEqual([second.name])
    await expect(readFile(placeIn(world.picture))).rejects.toThrow('ENOENT')
    expect(await readFile(placeIn(added))).toHaveLength(70_000)
    expect(await world.faults(third.name)).toEqual([])
    expect(await world.faults(fourth.name)).toEqual([])
  })

  test('of a damaged folder removes nothing that the damaged one may need, and says so', async () => {
    const first = await world.backUp()
    await appendFile(manifestOf(first.name), 'x')
    await world.database.pool.query('delete from files where id = $1', [world.picture])
    const second = await world.backUp({ keep: 1 })
    expect(second.removed).toEqual([])
    expect(second.warnings).toEqual([expect.stringContaining(`${first.name}: manifest.json is damaged`)])
    expect(await readFile(placeIn(world.picture))).toHaveLength(70_000)
    expect((await readdir(world.folder)).toSorted()).toEqual([first.name, second.name, 'files'].toSorted())
  })

  test('is made beside one whose list of files is damaged or missing, and says so', async () => {
    const first = await world.backUp()
    const list = join(world.folder, first.name, 'files.list.zst')
    await truncate(list, 20)
    const second = await world.backUp({ keep: 1 })
    expect(second).toMatchObject({ files: { count: 2, added: 2 }, removed: [] })
    expect(second.warnings).toEqual([expect.stringContaining('files.list.zst has 20 bytes instead of')])
    await rm(list)
    const third = await world.backUp({ keep: 1 })
    expect(third).toMatchObject({ files: { count: 2, added: 0 }, removed: [second.name] })
    expect(third.warnings).toEqual([expect.stringContaining('files.list.zst is missing')])
    expect(await world.faults(third.name)).toEqual([])
  })

  test('says which files the storage had lost before, and is made all the same', async () => {
    await world.stores.files.remove(world.picture)
    const { name, files, warnings } = await world.backUp()
    expect(files).toMatchObject({ count: 1, missing: 1 })
    expect(warnings).toEqual([
      expect.stringContaining('1 files that the database names were already missing'),
    ])
    expect(await world.faults(name)).toEqual([])
  })

  test('that fails leaves no file that it copied, and those that were there', async () => {
    const { name } = await world.backUp()
    const before = await filesBelow(world.folder)
    await addPicture(world)
    const other = await addPicture(world)
    const broken = {
      ...world.stores.files,
      get: async (id: string) => {
        if (id === other) throw new Error('connect ECONNREFUSED')
        return world.stores.files.get(id)
      },
    }
    const making = makeBackup(world.partsOf({ stores: { ...world.stores, files: broken } }))
    await expect(making).rejects.toThrow(
      `The file ${other} cannot be read from the storage of uploaded files`,
    )
    expect(await filesBelow(world.folder)).toEqual(before)
    expect(await world.faults(name)).toEqual([])
  })

  test('leaves out tables that are not of Norte, says so, and can be restored', async () => {
    await world.database.pool.query('create table shopping (what text)')
    const { name, warnings } = await world.backUp()
    expect(warnings).toEqual([expect.stringMatching(/^Not in the backup, .*: shopping$/)])
    expect(await world.faults(name)).toEqual([])
    const target = await world.newTarget()
    expect(await target.restore(name)).toMatchObject({ name })
  })

  test('of an earlier release is restored in its state, and the next start migrates it', async () => {
    const earlier = await openTestDatabase()
    await migrateBefore(earlier, '0050_backup_state.sql')
    await world.backUp({ connection: earlier.connection })
    const target = await world.newTarget()
    await target.restore()
    const pool = new pg.Pool({ connectionString: target.url })
    const run = await migrate(pool)
    await pool.end()
    const names = (await listMigrations()).map(({ name }) => name)
    expect(run).toEqual(names.slice(names.indexOf('0050_backup_state.sql')))
    await earlier.close()
  })
})

// @spec P.313
test('with a key nothing of a person can be read in the folder, and only the secret key restores it', async () => {
  const pair = await newBackupKey()
  const [open, secret] = [await readBackupKey(pair.recipient), await readBackupKey(pair.identity)]
  const { name, files } = await world.backUp({ key: open })
  expect(files.added).toBe(2)
  expect((await world.backUp({ key: secret })).files.added).toBe(0)
  // Files that lie there for another key, or for none, are no use.
  expect((await world.backUp()).files.added).toBe(2)
  const paths = await readdir(join(world.folder, name), { recursive: true, withFileTypes: true })
  const secretText = (await readText(join(world.dataDir, 'secrets', 'token-secret'))).trim()
  for (const entry of paths.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    for (const word of ['correo.example', 'López', secretText]) expect(bytes.includes(word)).toBe(false)
  }
  expect(await world.faults(name)).toEqual([])

  const target = await world.newTarget()
  await expect(target.restore(name)).rejects.toThrow(`${name} is encrypted: set BACKUP_KEY to its secret key`)
  await expect(target.restore(name, open)).rejects.toThrow('BACKUP_KEY is the public key of')
  const other = await readBackupKey((await newBackupKey()).identity)
  await expect(target.restore(name, other)).rejects.toThrow(`BACKUP_KEY is not the key of ${name}`)
  // Nothing was written by those.
  await target.restore(name, secret)
  expect(await contentsOf({ url: target.url })).toEqual(await contentsOf(world.database.connection))
  const stores = await openStores({ dataDir: target.dataDir, s3: undefined })
  expect(await sumsOf(stores.files)).toEqual(await sumsOf(world.stores.files))
})

// @spec P.313
test('files that are encrypted again, after a backup without the key, stay as the first one needs them', async () => {
  const key = await readBackupKey((await newBackupKey()).identity)
  const first = await world.backUp({ key })
  await world.backUp()
  const third = await world.backUp({ key })
  expect(third.files).toMatchObject({ count: 2, added: 0 })
  // Without a list that can be read all of them are encrypted again.
  await truncate(join(world.folder, third.name, 'files.list.zst'), 20)
  const moved = join(world.root, first.name)
  await rename(join(world.folder, first.name), moved)
  const fourth = await world.backUp({ key })
  expect(fourth.files).toMatchObject({ count: 2, added: 2 })
  await rename(moved, join(world.folder, first.name))
  for (const { name } of [first, fourth]) {
    expect(await world.faults(name)).toEqual([])
    const target = await world.newTarget()
    await target.restore(name, key)
    const stores = await openStores({ dataDir: target.dataDir, s3: undefined })
    expect(await sumsOf(stores.files)).toEqual(await sumsOf(world.stores.files))
  }
})

// @spec P.314
describe('when the clocks of a worker and of the database differ, or one was wrong', () => {
  const never = { failures: 0, failedAt: null }
  const everyDay = { minutesOfDay: 0, zone: 'UTC' }

  test('a backup that was just made is not due, by the clock that noted it', async () => {
    // The worker's clock is a day ahead: by it another one is due.
    const ahead = { db: world.database.db, clock: fixedClock(epochMs(systemClock.now() + DAY_MS)) }
    const { due } = await nextBackup(ahead, everyDay, never)
    expect(await makeBackup(world.partsOf({ dueSince: due }))).toMatchObject({ files: { count: 2 } })
    expect((await nextBackup(ahead, everyDay, never)).due).toBeUndefined()
    expect(await makeBackup(world.partsOf({ dueSince: due }))).toBe('notDue')
  })

  test('one of the far future counts as never, also for the process, and does not displace the one that is made', async () => {
    const { name } = await world.backUp()
    const future = '2099-01-01T00-00-00-000Z'
    await rename(join(world.folder, name), join(world.folder, future))
    await world.database.pool.query(`update backup_state set made_at = '2099-01-01', name = $1`, [future])
    const { due } = await nextBackup(world.database, everyDay, never)
    const made = await makeBackup(world.partsOf({ dueSince: due, keep: 1 }))
    expect(made).toMatchObject({ removed: [future] })
    expect(await world.faults((made as { name: string }).name)).toEqual([])
  })

  test('an attempt that ended without a word is noted once', async () => {
    const { db } = world.database
    await noteEnded({ db }, { reason: 'its process ended (SIGKILL)', known: 0 })
    expect(await lastBackup({ db })).toMatchObject({ failures: 1, failure: 'its process ended (SIGKILL)' })
    // This one noted why it failed.
    await noteEnded({ db }, { reason: 'again', known: 0 })
    expect(await lastBackup({ db })).toMatchObject({ failures: 1, failure: 'its process ended (SIGKILL)' })
    await noteEnded({ db }, { reason: 'again', known: 1 })
    expect(await lastBackup({ db })).toMatchObject({ failures: 2, failure: 'again' })
  })
})

// @spec P.312
describe('what is wrong with a backup is found by the check, and refuses a restore before anything is written', () => {
  const kinds = ['tables/users.copy.zst', 'jobs.copy.zst', 'files.list.zst', 'secrets/token-secret', 'a file']

  const placeOfKind = (name: string, kind: string) =>
    kind === 'a file' ? placeIn(world.picture) : join(world.folder, name, kind)

  async function isRefused(name: string, sentence: string): Promise<void> {
    const faults = await world.faults(name)
    expect(faults.join('\n')).toContain(sentence)
    const target = await world.newTarget()
    await expect(target.restore(name)).rejects.toThrow(sentence)
    await expect(readdir(target.dataDir)).rejects.toThrow('ENOENT')
    const client = new pg.Client({ connectionString: target.url })
    await client.connect()
    const { rows } = await client.query(
      `select nspname from pg_namespace where nspname in ('norte_restore', 'pgboss')`,
    )
    expect(rows).toEqual([])
    await client.end()
  }

  test.each(kinds)('a flipped byte, fewer bytes, or none at all: %s', async (kind) => {
    const { name } = await world.backUp()
    const path = placeOfKind(name, kind)
    const bytes = await readFile(path)
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    await writeFile(path, bytes)
    await isRefused(
      name,
      `${kind === 'a file' ? 'which ' : `${kind} `}is damaged: its SHA-256 is another one`,
    )
    await truncate(path, bytes.length - 1)
    await isRefused(name, `has ${bytes.length - 1} bytes instead of ${bytes.length}`)
    await rm(path)
    await isRefused(name, 'is missing. ')
  })

  test('a manifest with a flipped byte, cut off, or missing', async () => {
    const { name } = await world.backUp()
    const text = await readText(manifestOf(name))
    await writeFile(manifestOf(name), text.replace('"rows": 1', '"rows": 2'))
    await isRefused(name, `${name}: manifest.json is damaged`)
    await writeFile(manifestOf(name), text.slice(0, -10))
    await isRefused(name, `${name}: manifest.json is damaged`)
    await rm(manifestOf(name))
    await isRefused(name, `${name}: manifest.json is missing. Use another backup`)
  })

  test.each([
    ['a secret that leads elsewhere', { secrets: [{ name: '../../evil', path: 'secrets/token-secret' }] }],
    ['a path that leads elsewhere', { jobs: { path: '../jobs.copy.zst', rows: 0 } }],
    ['a key that leads elsewhere', { keyId: '../../elsewhere' }],
  ])('a manifest with %s', async (_what, change: Record<string, unknown>) => {
    const { name } = await world.backUp()
    const stored = { bytes: 0, sha256: '0'.repeat(64) }
    const secrets = (change['secrets'] as object[] | undefined)?.map((each) => ({ ...stored, ...each }))
    const jobs = change['jobs'] && { ...stored, ...change['jobs'] }
    await rewrite(name, (manifest) => ({
      ...manifest,
      ...change,
      ...(secrets ? { secrets } : {}),
      ...(jobs ? { jobs } : {}),
    }))
    await isRefused(name, `${name}: manifest.json is damaged`)
  })

  test('a list of files with a store that leads elsewhere', async () => {
    const { name } = await world.backUp()
    const path = join(world.folder, name, 'files.list.zst')
    const bytes = zstdCompressSync(`../secrets\t${world.picture}\t1\t1\t${'0'.repeat(64)}\n`)
    await writeFile(path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await rewrite(name, (manifest) => ({
      ...manifest,
      files: { ...(manifest['files'] as object), bytes: bytes.length, sha256 },
    }))
    await isRefused(name, 'is not a list that Norte wrote')
  })

  test('a table that no migration makes', async () => {
    const { name } = await world.backUp()
    await rewrite(name, (manifest) => ({
      ...manifest,
      tables: (manifest['tables'] as { name: string }[]).map((table) =>
        table.name === 'users' ? { ...table, name: 'shopping' } : table,
      ),
    }))
    await isRefused(name, `${name}: this Norte has no table shopping`)
  })

  test('another release: a later form, a migration that is unknown here, one that is another', async () => {
    const { name } = await world.backUp()
    const text = await readText(manifestOf(name))
    await rewrite(name, (manifest) => ({ ...manifest, format: 2, norte: '9.0.0' }))
    await isRefused(name, `${name} was made by a newer Norte (9.0.0), in a form that this one does not know`)
    await writeFile(manifestOf(name), text)
    const later = { name: '9999_later.sql', checksum: 'x' }
    await rewrite(name, (manifest) => ({
      ...manifest,
      migrations: [...(manifest['migrations'] as object[]), later],
    }))
    await isRefused(name, 'its database has the migration 9999_later.sql. Update Norte first')
    await writeFile(manifestOf(name), text)
    await rewrite(name, (manifest) => ({
      ...manifest,
      migrations: (manifest['migrations'] as { name: string }[]).map((each, index) =>
        index === 3 ? { ...each, checksum: 'another' } : each,
      ),
    }))
    await isRefused(name, 'the migration 0004_scheduling.sql is another one there')
  })

  test('rows that the manifest counts otherwise leave the database empty, so that another backup can follow', async () => {
    const { name } = await world.backUp()
    await rewrite(name, (manifest) => ({
      ...manifest,
      tables: (manifest['tables'] as { name: string; rows: number }[]).map((table) =>
        table.name === 'users' ? { ...table, rows: table.rows + 1 } : table,
      ),
    }))
    const target = await world.newTarget()
    await expect(target.restore(name)).rejects.toThrow('users has 2 rows instead of 3. Use another backup')
    const client = new pg.Client({ connectionString: target.url })
    await client.connect()
    expect((await client.query('select from users')).rowCount).toBe(0)
    await client.end()
  })

  test('no backup at all, or none of that name', async () => {
    const target = await world.newTarget()
    await expect(target.restore()).rejects.toThrow(
      `There is no backup in ${world.folder}: is BACKUP_DIR right?`,
    )
    const { name } = await world.backUp()
    await expect(target.restore('2020-01-01T00-00-00-000Z')).rejects.toThrow(`There are: ${name}`)
  })
})

// @spec P.312
describe('a place that is not empty is left alone', () => {
  test('a data folder', async () => {
    await world.backUp()
    const target = await world.newTarget()
    await mkdir(target.dataDir, { mode: 0o700 })
    await writeFile(join(target.dataDir, 'notes.txt'), 'x')
    await expect(target.restore()).rejects.toThrow(`${target.dataDir} is not empty: choose a folder`)
    expect(await readdir(target.dataDir)).toEqual(['notes.txt'])
  })

  test('a database', async () => {
    await world.backUp()
    const target = await world.newTarget()
    const client = new pg.Client({ connectionString: target.url })
    await client.connect()
    await client.query('create table shopping (what text)')
    await expect(target.restore()).rejects.toThrow(
      'The database of DATABASE_URL is not empty: create another one',
    )
    await client.query('drop table shopping')
    await client.end()
    await target.restore()
    // What was restored is not empty either.
    await expect(target.restore()).rejects.toThrow('is not empty')
  })
})

// @spec P.311
describe('while a backup copies files', () => {
  /** Holds the copying of the first file until `release`. */
  function held() {
    const begun = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const slow = {
      ...world.stores.files,
      get: async (id: string) => {
        begun.resolve()
        await release.promise
        return world.stores.files.get(id)
      },
    }
    return { stores: { ...world.stores, files: slow }, begun: begun.promise, release: release.resolve }
  }

  test('bytes that somebody deletes stay until it is made, and it is complete', async () => {
    const { stores, begun, release } = held()
    const other = await addPicture(world)
    const making = makeBackup(world.partsOf({ stores }))
    await begun
    const store = holdRemovals(world.stores.files, () => isBackupUnderWay(world.database.db))
    await world.database.pool.query('delete from files where id = any($1)', [[world.picture, other]])
    await store.remove(world.picture)
    await store.remove(other)
    release()
    const made = await making
    expect(made).toMatchObject({ files: { count: 3, missing: 0 }, warnings: [] })
    expect(await world.faults((made as { name: string }).name)).toEqual([])
    // Afterwards the sweep finds them.
    expect(Object.keys(await sumsOf(store)).toSorted()).toEqual([world.picture, other].toSorted())
    await store.remove(world.picture)
    await store.remove(other)
    expect(await sumsOf(store)).toEqual({})
  })

  test('another one of the same database, or into the same folder, is not made', async () => {
    const { stores, begun, release } = held()
    const making = makeBackup(world.partsOf({ stores }))
    await begun
    expect(await makeBackup(world.partsOf({ folder: join(world.root, 'others') }))).toBe('underWay')
    const neighbour = await openTestDatabase()
    expect(await makeBackup(world.partsOf({ connection: neighbour.connection }))).toBe('underWay')
    release()
    expect(await making).toMatchObject({ files: { count: 2 } })
    await neighbour.close()
  })

  test('and its connection ends, it fails, because nothing kept the files any more; the next one is whole', async () => {
    const { stores, begun, release } = held()
    const making = makeBackup(world.partsOf({ stores }))
    const failing = making.then(
      () => 'made',
      () => 'failed',
    )
    await begun
    await world.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'norte-backup' and datname = current_database()`,
    )
    release()
    expect(await failing).toBe('failed')
    expect(await readdir(world.folder)).toEqual(['files'])
    expect(await world.faults((await world.backUp()).name)).toEqual([])
  })
})

// @spec P.311, P.312
describe('a connection that ends while rows are copied', () => {
  /** Ends the connection of a backup or a restore once it copies a table. */
  async function cut(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (let found = 0; found === 0;) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'norte-backup' and datname = current_database() and query like 'copy %'`,
      )
      found = rowCount ?? 0
    }
    await client.end()
  }
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      () => 'failed',
    )

  test('fails the backup, of which nothing stays', async () => {
    const making = outcome(makeBackup(world.partsOf()))
    await cut(world.database.url)
    expect(await making).toBe('failed')
    expect(await readdir(world.folder)).toEqual([])
  })

  test('fails the restore, which leaves no row and is made again', async () => {
    const { name } = await world.backUp()
    const target = await world.newTarget()
    const restoring = outcome(target.restore())
    await cut(target.url)
    expect(await restoring).toBe('failed')
    const other = await world.backUp()
    await expect(target.restore(other.name)).rejects.toThrow(`has an unfinished restore of ${name}`)
    expect(await target.restore(name)).toMatchObject({ name, jobs: 2, files: 2 })
    expect(await contentsOf({ url: target.url })).toEqual(await contentsOf(world.database.connection))
  })
})
