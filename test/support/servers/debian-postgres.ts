import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { adviceFor, programs } from '../../../scripts/setup/debian-packages.mjs'
import { freePort } from './free-port.ts'

/** A PostgreSQL of this machine's packages, of another version than the embedded one, on loopback. */
export type DebianPostgres = {
  version: string
  /** Where its programs lie, pg_dump among them. */
  programs: string
  /** An empty database as docs/self-hosting.md creates it, owned by a role that is no superuser; its address. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const server = programs.postgres.find()
  if (!server) throw new Error(adviceFor(programs.postgres).join('\n'))
  const bin = dirname(server)
  const folder = mkdtempSync(join(tmpdir(), 'norte-postgres-'))
  chmodSync(folder, 0o700)
  // PostgreSQL refuses to be root; the package has made a user for it.
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  if (asUser.length > 0) {
    const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
    chownSync(folder, id('-u'), id('-g'))
  }
  const run = (...command: string[]) => {
    const [program = '', ...rest] = [...asUser, ...command]
    return { program, rest }
  }
  const data = join(folder, 'data')
  const init = run(join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8')
  execFileSync(init.program, init.rest, { cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  const settings = [
    `listen_addresses=127.0.0.1`,
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'lc_messages=C',
  ]
  const start = run(server, '-D', data, ...settings.flatMap((each) => ['-c', each]))
  const child = spawn(start.program, start.rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const admin = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const query = async (text: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: admin('postgres') })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }
  // Its log ends early if it does not start: then the first query fails.
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('ready to accept connections')) break
  }
  child.stderr.resume()
  await query('create role norte login')
  const { rows } = await query('show server_version')
  let made = 0
  return {
    version: (rows[0] as { server_version: string }).server_version,
    programs: bin,
    async createDatabase() {
      made += 1
      await query(
        `create database norte_${made} owner norte template template0 encoding 'UTF8'
         locale 'C' locale_provider icu icu_locale 'es-MX'`,
      )
      return `postgres://norte@127.0.0.1:${port}/norte_${made}`
    },
    async stop() {
      child.kill('SIGINT')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
