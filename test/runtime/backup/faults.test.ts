import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { appendFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lastBackup } from '#server/backup/backup-state.ts'
import { isBackupUnderWay } from '#server/platform/backup/backup-lock.ts'
import { placeOf } from '#server/platform/backup/file-lists.ts'
import { runningServer } from '#server/platform/embedded-postgres/postgres-socket.ts'
import { pause } from '#server/platform/pause.ts'
import { type Database, createDatabase } from '#server/platform/postgres/postgres.ts'
import { type BackupWorld, addPicture, openBackupWorld } from '#test/support/backups/world.ts'
import { contentsOf } from '#test/support/backups/contents.ts'
import { type ServerProcess, launchServer, startServer } from '#test/support/server-process.ts'
import { OWN_DISK, canOpenSmallDisk } from '#test/support/servers/small-disk.ts'
import { registration } from '#test/support/people.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { databaseProcesses } from '../data-folder.ts'
import { launchOperator, nameIn, operator } from './operator.ts'
import { differentIn, openUploads } from './uploading.ts'

// What goes wrong while backups are made and restored: processes are killed, disks are full, several workers are there.

/** KILL_ROUNDS=100 looks for the moments that a few rounds miss. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 2)
/** The same, of the test that kills the database too. */
const ROUNDS_WITH_DATABASE = Number(process.env['KILL_ROUNDS'] ?? 1)

let world: BackupWorld
let env: Record<string, string>
beforeEach(async () => {
  world = await openBackupWorld()
  env = {
    DATA_DIR: world.dataDir,
    BACKUP_DIR: world.folder,
    DATABASE_URL: world.database.url,
    TOKEN_SECRET,
  }
})
/** Ends what a test that failed has left at work. */
const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const end of leftovers.splice(0).toReversed()) await end()
  await world.close()
})

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  return startServer({ env: { ...env, REQUESTS_PER_MINUTE: '10000000', TRUST_PROXY: 'loopback', ...more } })
}

/** Adds rows that compress badly, in statements that are short also on a slow machine. */
async function addRows(count: number, pool: pg.Pool = world.database.pool): Promise<void> {
  const batch = 10_000
  for (let added = 0; added < count; added += batch)
    await pool.query(
      `insert into effects_done (key, done_at)
       select gen_random_uuid()::text || gen_random_uuid()::text, now() from generate_series(1, ${batch})`,
    )
}

/** Registers a person, each from another address: one may register only so many. */
async function register(url: string, email: string, serial: number): Promise<boolean> {
  const body = registration(email)
  const answer = await fetch(`${url}/v1/auth/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${serial >> 16}.${(serial >> 8) & 255}.${serial & 255}`,
    },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  return answer?.status === 201
}

/** Which of these addresses nobody has in a database. */
async function lostFrom(pool: pg.Pool, emails: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    'select email from unnest($1::text[]) email except select email from users',
    [emails],
  )
  return rows.map(({ email }) => email)
}

/** People register one after the other, at whatever server there is, until it is told to stop. */
function keepWriting(urlNow: () => string) {
  const acknowledged: string[] = []
  let writing = true
  let count = 1
  const ended = (async () => {
    while (writing) {
      const email = `persona.${(count += 1)}@correo.example`
      if (await register(urlNow(), email, count)) acknowledged.push(email)
      else await pause(5)
    }
  })()
  const stop = () => {
    writing = false
    return ended
  }
  leftovers.push(stop)
  return { acknowledged, stop }
}

/** Waits for the moment of a kill: every other one is in a backup, the first as soon as it has begun; the rest are at any moment. */
async function untilKill(round: number, { db }: Pick<Database, 'db'>): Promise<void> {
  if (round % 2 === 1) return pause(randomInt(1_500))
  await expect.poll(() => isBackupUnderWay(db), { interval: 2 }).toBe(true)
  await pause(round === 0 ? 0 : randomInt(200))
}

/** So many rows that a backup is still under way when a kill that was sent arrives. */
const ROWS = 50_000
const UPLOADER = 'persona.1@correo.example'

// @spec P.316
test(
  `servers are killed ${ROUNDS} times while people write and backups are made: no acknowledged write or file is lost, and each backup is whole`,
  { timeout: 3_600_000 },
  async () => {
    const { db, pool } = world.database
    await addRows(ROWS)
    // With its worker.
    const launch = () => start({ PAYMENT_PROVIDER: 'off' })
    let server = await launch()
    leftovers.push(() => server.stop('SIGKILL'))
    expect(await register(server.url, UPLOADER, 1)).toBe(true)
    const uploads = await openUploads(() => server.url, UPLOADER, pool)
    leftovers.push(uploads.stop)
    const { acknowledged, stop } = keepWriting(() => server.url)
    let name = ''
    let before = { emails: 0, files: 0 }
    let inBackup = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await uploads.add()
      before = { emails: acknowledged.length, files: uploads.sent.length }
      const making = operator('backup', env)
      const uploading = uploads.add()
      await untilKill(round, { db })
      server.child.kill('SIGKILL')
      if (await isBackupUnderWay(db)) inBackup += 1
      await server.ended
      server = await launch()
      const made = await making
      expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ /) })
      name = nameIn(made.out)
      expect(await world.faults(name)).toEqual([])
      await uploading
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before.emails)
    }
    await stop()
    await server.stop()
    // A kill beside a backup proves nothing of one.
    expect(inBackup).toBeGreaterThan(0)
    expect(await lostFrom(pool, acknowledged)).toEqual([])
    expect(await differentIn(world.dataDir, pool, uploads.sent)).toEqual([])
    // The last one holds what was acknowledged before it began.
    const target = await world.newTarget()
    await target.restore(name)
    const restored = new pg.Pool({ connectionString: target.url })
    expect(await lostFrom(restored, acknowledged.slice(0, before.emails))).toEqual([])
    expect(await differentIn(target.dataDir, restored, uploads.sent.slice(0, before.files))).toEqual([])
    await restored.end()
    console.log(
      `backups: ${ROUNDS} kills, ${inBackup} of them in a backup, ${acknowledged.length} acknowledged writes and ${uploads.sent.length} files: lost 0`,
    )
  },
)

/** Kills the PostgreSQL of a data folder, whose processes come and go. */
function killDatabase(dataDir: string): void {
  for (const pid of databaseProcesses(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

// @spec P.316
test(
  `a server is killed ${ROUNDS_WITH_DATABASE} times together with its embedded PostgreSQL while people write and a backup is made: no acknowledged write or file is lost`,
  { timeout: 3_600_000 },
  async () => {
    const dataDir = join(world.root, 'embedded')
    const place = {
      DATA_DIR: dataDir,
      BACKUP_DIR: world.folder,
      PAYMENT_PROVIDER: 'off',
      REQUESTS_PER_MINUTE: '10000000',
      TRUST_PROXY: 'loopback',
    }
    const launch = () => startServer({ env: place })
    const beside = async () => createDatabase((await runningServer(dataDir))!, { size: 1 })
    let server = await launch()
    leftovers.push(() => {
      killDatabase(dataDir)
      return server.stop('SIGKILL')
    })
    expect(await register(server.url, UPLOADER, 1)).toBe(true)
    let database = await beside()
    leftovers.push(() => database.close())
    await addRows(ROWS, database.pool)
    const uploads = await openUploads(() => server.url, UPLOADER, database.pool)
    leftovers.push(uploads.stop)
    const { acknowledged, stop } = keepWriting(() => server.url)
    let inBackup = 0
    for (let round = 0; round < ROUNDS_WITH_DATABASE; round += 1) {
      await uploads.add()
      const making = operator('backup', place)
      const uploading = uploads.add()
      await untilKill(round, database)
      killDatabase(dataDir)
      await server.stop('SIGKILL')
      await database.close()
      const cut = await making
      if (cut.code !== 0) {
        expect(cut.out).toContain('does not answer: is Norte running?')
        if (round % 2 === 0) inBackup += 1
      }
      const last = acknowledged.length
      server = await launch()
      database = await beside()
      await uploading
      await expect.poll(() => acknowledged.length).toBeGreaterThan(last)
      const made = await operator('backup', place)
      expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ /) })
      expect(await world.faults(nameIn(made.out))).toEqual([])
      expect((await readdir(world.folder)).filter((each) => each.endsWith('.part'))).toEqual([])
    }
    await stop()
    expect(inBackup).toBeGreaterThan(0)
    expect(await lostFrom(database.pool, acknowledged)).toEqual([])
    expect(await differentIn(dataDir, database.pool, uploads.sent)).toEqual([])
    await database.close()
    await server.stop()
    console.log(
      `embedded: ${ROUNDS_WITH_DATABASE} kills with PostgreSQL, ${inBackup} of them in a backup, ${acknowledged.length} acknowledged writes and ${uploads.sent.length} files: lost 0`,
    )
  },
)

// @spec P.312
describe('a command that is killed', () => {
  test('while it makes a backup leaves the older ones whole, and the next one takes its rest away', async () => {
    const first = await world.backUp()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let more = 0; more < 10; more += 1) await addPicture(world, 500_000)
      const { child, ended } = launchOperator('backup', env)
      await pause(300 + randomInt(700))
      child.kill('SIGKILL')
      await ended
    }
    // PostgreSQL finds out a moment later that nobody reads any more.
    await expect.poll(() => isBackupUnderWay(world.database.db)).toBe(false)
    const last = await world.backUp()
    for (const name of [first.name, last.name]) expect(await world.faults(name)).toEqual([])
    expect((await readdir(world.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(last.files.count).toBe(2 + 10 * ROUNDS)
  })

  test('while it restores leaves a place in which Norte does not start, and the same restore again makes it whole @long', async () => {
    for (let more = 0; more < 40; more += 1) await addPicture(world, 200_000)
    const { name } = await world.backUp()
    const contents = await contentsOf(world.database.connection)
    let cut = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await world.newTarget()
      const place = { DATA_DIR: target.dataDir, DATABASE_URL: target.url, BACKUP_DIR: world.folder }
      const { child, printed, ended } = launchOperator('restore', place)
      const said = round % 2 === 0 ? 'Restoring 4' : 'Restoring'
      await expect.poll(printed, { interval: 2 }).toContain(said)
      await pause(randomInt(400))
      child.kill('SIGKILL')
      const [code] = await ended
      if (code === 0) continue
      cut += 1
      const refused = await launchServer({ env: { ...place, TOKEN_SECRET, LANG: 'en_US.UTF-8' } }).ended
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining(`unfinished restore of the backup ${name}`),
      })
      expect(await operator('restore', place)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`✓ ${name}`),
      })
      expect(await contentsOf({ url: target.url })).toEqual(contents)
      const started = await startServer({ env: { ...place, TOKEN_SECRET } })
      expect((await started.stop()).code).toBe(0)
    }
    // A restore that was done before it was killed proves nothing.
    expect(cut).toBeGreaterThan(0)
  })

  test('while it restores into an embedded database does the same there', async () => {
    for (let more = 0; more < 40; more += 1) await addPicture(world, 200_000)
    const { name } = await world.backUp()
    const place = { DATA_DIR: join(world.root, 'embedded'), BACKUP_DIR: world.folder }
    const { child, printed, ended } = launchOperator('restore', place)
    await expect.poll(printed, { interval: 2 }).toContain('Restoring 42 files')
    child.kill('SIGKILL')
    await ended
    const refused = await launchServer({ env: { DATA_DIR: place.DATA_DIR, LANG: 'en_US.UTF-8' } }).ended
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining(`unfinished restore of the backup ${name}`),
    })
    // Another backup does not mix with it.
    const other = await world.backUp()
    expect(await operator('restore', place, other.name)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`has an unfinished restore of ${name}: give that name to go on with it`),
    })
    expect(await operator('restore', place, name)).toMatchObject({
      code: 0,
      out: expect.stringContaining('An earlier restore was cut off here: starting it over'),
    })
    const started = await startServer({ env: { DATA_DIR: place.DATA_DIR } })
    expect((await started.stop()).code).toBe(0)
  })
})

// @spec P.312
test('a check prints what is wrong with each backup and what to do, and ends with 1; a whole one alone with 0', async () => {
  const flipped = await world.backUp()
  const distrusted = await world.backUp()
  const picture = await addPicture(world)
  const missing = await world.backUp()
  await world.database.pool.query('delete from files where id = $1', [picture])
  const whole = await world.backUp()
  const table = join(world.folder, flipped.name, 'tables', 'users.copy.zst')
  const bytes = await readFile(table)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(table, bytes)
  await appendFile(join(world.folder, distrusted.name, 'manifest.json'), 'x')
  await rm(placeOf(world.folder, null, { store: 'files', id: picture, sha256: '' }))

  const { code, out } = await operator('backup', env, '--check')
  expect(out.trimEnd().split('\n')).toEqual([
    `✗ ${flipped.name}/tables/users.copy.zst is damaged: its SHA-256 is another one. Use another backup`,
    `✗ ${distrusted.name}: manifest.json is damaged, so nothing of it can be trusted. Use another backup`,
    expect.stringMatching(
      `^✗ ${missing.name} needs .*${picture}, which is missing. Bring it back from a copy of the folder, or make a new backup`,
    ),
    expect.stringMatching(`^✓ ${whole.name}  \\d+ tables, 2 files$`),
  ])
  expect(code).toBe(1)
  expect(await operator('backup', env, '--check', whole.name)).toMatchObject({ code: 0 })
})

// @spec P.312
test.skipIf(!canOpenSmallDisk())(
  'a disk that is full in the middle is said, leaves the older backup whole, and nothing of the new one',
  async () => {
    await mkdir(world.folder)
    const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'operator', 'backup.ts')
    const steps = `
    mount -t tmpfs -o size=203m tmpfs "$BACKUP_DIR" && cd "$ROOT"
    "$NODE" ${script}; echo "made $?"
    touch "$ROOT/first"; while [ ! -e "$ROOT/grown" ]; do sleep 0.02; done
    "$NODE" ${script}; echo "full $?"
    touch "$ROOT/second"; while [ ! -e "$ROOT/more" ]; do sleep 0.02; done
    "$NODE" ${script}; echo "full $?"
    "$NODE" ${script} --check; echo "checked $?"
    ls "$BACKUP_DIR" | grep -c part; find "$BACKUP_DIR/files" -name '*.part' | wc -l`
    const running = promisify(execFile)('unshare', [...OWN_DISK, 'sh', '-c', steps], {
      env: { PATH: process.env['PATH'], ...env, ROOT: world.root, NODE: process.execPath },
    })
    await expect.poll(() => readdir(world.root)).toContain('first')
    await addPicture(world, 8_000_000)
    await writeFile(join(world.root, 'grown'), '')
    await expect.poll(() => readdir(world.root)).toContain('second')
    // Now a table takes more than the disk has: the database goes on sending it while nobody reads any more.
    await addRows(300_000)
    await writeFile(join(world.root, 'more'), '')
    const result = await running
    const lines = `${result.stdout}${result.stderr}`
    expect(result.stdout).toMatch(/✓ .*\nmade 0\nfull 1\nfull 1\n✓ .*\nchecked 0\n0\n0\n$/)
    expect(lines).toContain(`The disk of ${world.folder} is full, or has less than 200 MB left`)
    const { rows } = await world.database.pool.query('select failures, failure from backup_state')
    expect(rows).toMatchObject([{ failures: 2, failure: expect.stringContaining('is full') }])
  },
)

// @spec P.314
describe('the daily backup', () => {
  const servers: ServerProcess[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
  })

  test('that was missed is made soon after the start, by one of several workers', async () => {
    const scheduled = { BACKUP_AT: '00:00', LOG_LEVEL: 'info' }
    servers.push(
      ...(await Promise.all(
        ['worker', 'worker', 'web,worker'].map((ROLES) => start({ ...scheduled, ROLES })),
      )),
    )
    const names = async () =>
      (await readdir(world.folder).catch(() => [])).filter((name) => /^\d{4}-.*Z$/.test(name))
    await expect.poll(names).toHaveLength(1)
    const told = () => servers.filter((server) => server.printed().out.includes('"msg":"backup made"'))
    await expect.poll(told).toHaveLength(1)
    const [name] = await names()
    expect(await world.faults(name!)).toEqual([])
    // A start on the same day makes no other.
    servers.push(await start({ ...scheduled, ROLES: 'worker' }))
    const { rows } = await world.database.pool.query('select name, failures from backup_state')
    expect(rows).toEqual([{ name, failures: 0 }])
    expect(await names()).toEqual([name])
  })

  test('that fails is logged with its cause and noted', async () => {
    await writeFile(world.folder, 'not a folder')
    servers.push(await start({ BACKUP_AT: '00:00', ROLES: 'worker' }))
    const [server] = servers
    await expect
      .poll(() => server!.printed().out)
      .toMatch(/"level":"error".*"reason":".* is not a folder: .*BACKUP_DIR","msg":"backup failed"/)
    expect(await lastBackup(world.database)).toMatchObject({
      madeAt: null,
      failures: 1,
      failure: expect.any(String),
    })
  })
})
