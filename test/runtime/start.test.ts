import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { migrationsFolder } from '#server/platform/postgres/migrate.ts'
import { migrateBefore } from '#test/support/earlier-schema.ts'
import { registration } from '#test/support/people.ts'
import { launchServer, runServer, type ServerProcess, startServer } from '#test/support/server-process.ts'
import { databaseProcesses, dataFolder, grownFolder } from './data-folder.ts'

const folder = dataFolder()

const REGISTRATION = registration('ana@correo.example')

const lines = (text: string) => text.trimEnd().split('\n')

async function health(server: ServerProcess): Promise<number> {
  return (await fetch(`${server.url}/health/ready`)).status
}

describe('a first start', () => {
  test('prints the address, the data folder and the first step, answers, and leaves a folder that only its owner can read', async () => {
    const server = await startServer({ env: { DATA_DIR: folder.path } })
    expect(await health(server)).toBe(200)
    const { out, err } = await server.stop()
    expect(lines(out)).toEqual([
      'Preparando la base de datos por primera vez…',
      'Norte está listo.',
      `  Dirección:        ${server.url}`,
      `  Carpeta de datos: ${folder.path}`,
      `  Correos:          ${server.url}/outbox`,
      `  Primer paso:      abre ${server.url}/register y crea tu cuenta de coach.`,
      'Cerrando Norte…',
    ])
    expect(err).toBe('')
    for (const name of ['', ...(await readdir(folder.path))]) {
      expect({ name, mode: (await stat(join(folder.path, name))).mode & 0o077 }).toEqual({ name, mode: 0 })
    }
    expect((await stat(join(folder.path, 'secrets', 'token-secret'))).mode & 0o777).toBe(0o600)
  })

  test('interrupted by SIGTERM leaves no process and a folder that starts @long', async () => {
    const { child, ended } = launchServer({ env: { DATA_DIR: folder.path } })
    await once(child.stdout!, 'data')
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, err: '' })
    expect(databaseProcesses(folder.path)).toEqual([])
    const server = await startServer({ env: { DATA_DIR: folder.path } })
    expect(await health(server)).toBe(200)
    await server.stop()
  })
})

describe('a later start', () => {
  const grown = grownFolder()

  test('keeps everything and prepares nothing; one beside it is refused with one line, also through a link', async () => {
    const server = await startServer({ env: { DATA_DIR: grown.path } })
    const link = join(dirname(grown.path), 'link')
    await symlink(grown.path, link)
    for (const path of [grown.path, link]) {
      expect(await runServer({ env: { DATA_DIR: path } })).toEqual({
        code: 1,
        signal: null,
        out: '',
        err: `Norte ya está en marcha con la carpeta de datos ${grown.path}. Ciérralo antes o elige otra carpeta con DATA_DIR.\n`,
      })
    }
    expect(await health(server)).toBe(200)
    const { code, out } = await server.stop()
    expect(code).toBe(0)
    expect(out).not.toContain('Preparando')
  })

  test('says that everybody has to sign in again when the secret of the people there are is gone @long', async () => {
    const env = { DATA_DIR: grown.path, PAYMENT_PROVIDER: 'off' }
    const gone = () => rm(join(grown.path, 'secrets', 'token-secret'))
    await gone()
    const empty = await startServer({ env })
    expect(empty.printed().out).not.toContain('secreto')
    const registered = await fetch(`${empty.url}/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(REGISTRATION),
    })
    expect(registered.status).toBe(201)
    await empty.stop()
    await gone()
    const { out } = await (await startServer({ env })).stop()
    expect(out).toContain(`Norte creó un secreto nuevo para firmar los accesos, porque en ${grown.path}`)
    expect((await (await startServer({ env })).stop()).out).not.toContain('secreto')
  })
})

describe('in production', () => {
  test('everything on standard output is a line of JSON, from the database’s words to the last', async () => {
    const env = { DATA_DIR: folder.path, NODE_ENV: 'production', PAYMENT_PROVIDER: 'off', LOG_LEVEL: 'debug' }
    const server = await startServer({ env })
    await fetch(`${server.url}/v1/countries`)
    const { out, err } = await server.stop()
    const told = lines(out).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told.every(({ level, time, msg }) => level && time && msg)).toBe(true)
    const messages = told.map(({ msg }) => String(msg))
    for (const words of ['Norte está listo.', 'Cerrando Norte…', 'database system is ready']) {
      expect(messages.filter((message) => message.includes(words))).toHaveLength(1)
    }
    expect(told).toContainEqual(
      expect.objectContaining({ msg: 'answered', method: 'GET', path: '/v1/countries', status: 200 }),
    )
    expect(err).toBe('')
  })
})

describe('a start that cannot be', () => {
  // The sentences of the other settings: src/server/terminal.test.ts.
  test.each([
    [{ PORT: 'tres mil' }, [], 'PORT="tres mil" no es válido: debe ser un número entero entre 0 y 65535.'],
    [{}, ['--puerto=1'], '--puerto=1 no es válido: no es una opción.'],
  ])('says so in one line and touches nothing: %o %o', async (env: Record<string, string>, args, line) => {
    const { code, out, err } = await runServer({ env: { DATA_DIR: folder.path, ...env }, args })
    expect({ code, out, lines: lines(err).length }).toEqual({ code: 1, out: '', lines: 1 })
    expect(err.startsWith(line)).toBe(true)
    expect(existsSync(folder.path)).toBe(false)
  })

  test('because the port is taken says so in one line, before a database is created', async () => {
    const taken = createServer()
    const port = await new Promise<number>((done) => {
      taken.listen(0, '127.0.0.1', () => done((taken.address() as { port: number }).port))
    })
    const { code, err } = await runServer({ env: { DATA_DIR: folder.path, PORT: String(port) } })
    expect(code).toBe(1)
    expect(err).toBe(`El puerto ${port} de 127.0.0.1 ya está ocupado. Elige otro con PORT.\n`)
    expect(await readdir(folder.path)).toEqual([])
    await new Promise((done) => taken.close(done))
  })

  test('because the address is not of this machine says so in one line', async () => {
    const env = {
      DATA_DIR: folder.path,
      HOST: '192.0.2.1',
      PUBLIC_URL: 'http://localhost',
      PAYMENT_PROVIDER: 'off',
    }
    const { code, err } = await runServer({ env })
    expect(code).toBe(1)
    expect(err).toBe('No se puede escuchar en 192.0.2.1: esa dirección no es de este equipo.\n')
  })

  test('because the folder is a file says so in one line', async () => {
    await writeFile(folder.path, '')
    const { code, err } = await runServer({ env: { DATA_DIR: folder.path } })
    expect(code).toBe(1)
    expect(err).toMatch(/^No se puede usar la carpeta de datos .*: .*\n$/)
  })

  test('because the external database does not exist says so in one line, without its password', async () => {
    const database = await openTestDatabase()
    const url = database.url.replace(/norte_\w+/, 'nowhere').replace('norte@', 'norte:hunter2@')
    const { code, err } = await runServer({ env: { DATA_DIR: folder.path, DATABASE_URL: url } })
    expect(code).toBe(1)
    expect(err).toMatch(/^No se puede conectar con la base de datos de DATABASE_URL: .*nowhere.*\n$/)
    expect(err).not.toContain('hunter2')
    await database.close()
  })

  test('because the folder is of another PostgreSQL says so in one line', async () => {
    await mkdir(join(folder.path, 'postgres'), { recursive: true })
    await writeFile(join(folder.path, 'postgres', 'PG_VERSION'), '17\n')
    const { code, err } = await runServer({ env: { DATA_DIR: folder.path } })
    expect(code).toBe(1)
    expect(err).toBe(
      `La carpeta ${folder.path}/postgres es de PostgreSQL 17 y esta versión de Norte trae PostgreSQL 18. Ábrela con la versión de Norte con la que se creó.\n`,
    )
  })

  test('because the folder is no whole database says so in one line, and leaves it as it is', async () => {
    await mkdir(join(folder.path, 'postgres', 'base'), { recursive: true })
    const { code, err } = await runServer({ env: { DATA_DIR: folder.path } })
    expect(code).toBe(1)
    expect(err).toBe(
      `La carpeta ${folder.path}/postgres no es una base de datos completa: le falta el archivo PG_VERSION. Restáurala de un respaldo; si en ella no había datos, quítala y Norte creará otra.\n`,
    )
    expect(await readdir(join(folder.path, 'postgres'))).toEqual(['base'])
  })
})

describe('an external database', () => {
  test('of an earlier release is migrated, and the start says how', async () => {
    const database = await openTestDatabase()
    await migrateBefore(database, '0011_session_numbers.sql')
    const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, ROLES: 'worker' }
    const { out } = await (await startServer({ env })).stop()
    expect(out.match(/\S+\.sql/g)?.slice(0, 2)).toEqual(['0011_session_numbers.sql', '0012_ended_groups.sql'])
    expect(out).toMatch(/migración 0012_ended_groups\.sql aplicada en \d+ ms/)
    await database.close()
  })

  test('is migrated once when the start that did it was killed, by one that waited for it @long', async () => {
    const database = await openTestDatabase()
    await migrateBefore(database, '0017_memorandums.sql')
    const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, ROLES: 'worker' }
    const waits = async (event: string) => {
      const { rows } = await database.pool.query(
        'select pid from pg_stat_activity where datname = current_database() and wait_event = $1',
        [event],
      )
      return rows.length
    }
    // A held lock stops it in the middle of the first migration that changes this table.
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('lock table actions in access share mode')
    const killed = launchServer({ env })
    await expect.poll(() => waits('relation')).toBe(1)
    const waiting = startServer({ env })
    await expect.poll(() => waits('advisory')).toBe(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    await holder.query('rollback')
    holder.release()
    const { out } = await (await waiting).stop()
    expect(out.match(/\d{4}_\w+\.sql/g)).toContain('0018_goals.sql')
    const { rows } = await database.pool.query('select name from schema_migrations order by name')
    expect(rows.map(({ name }) => name)).toEqual((await readdir(migrationsFolder())).toSorted())
    await database.close()
  })

  test('that is empty is migrated once; web and worker may be two processes on one data folder', async () => {
    const database = await openTestDatabase()
    await database.pool.query('drop schema public cascade')
    await database.pool.query('create schema public')
    const env = { DATA_DIR: folder.path, DATABASE_URL: database.url }
    const web = await startServer({ env: { ...env, ROLES: 'web' } })
    const worker = await startServer({ env: { ...env, ROLES: 'worker' } })
    expect(await health(web)).toBe(200)
    expect(worker.printed().out).not.toContain('Dirección')
    expect(worker.printed().out).not.toContain('.sql')
    expect(existsSync(join(folder.path, 'postgres'))).toBe(false)
    const { rows } = await database.pool.query('select count(*) as n from schema_migrations')
    expect(rows[0].n).toBeGreaterThan(0)
    expect((await worker.stop()).code).toBe(0)
    expect((await web.stop()).code).toBe(0)
    await database.close()
  })
})
