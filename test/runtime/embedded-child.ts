// A process that holds an embedded PostgreSQL, to be killed by a test.
// Arguments: data folder, `leashed` or `loose` (without the kernel's tie to this process), and optionally `write`.
// PREPARED_FOLDER is where a first start may find a cluster to copy.
import pg from 'pg'
import { lockDataFolder } from '#server/platform/data-lock.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { choosePostgresUser } from '#server/platform/embedded-postgres/postgres-user.ts'

const [folder = '', tie, mode] = process.argv.slice(2)

async function withoutLeash(owner: number | undefined) {
  const { prefix, ...user } = await choosePostgresUser(owner)
  const tieAt = prefix.findIndex((word) => word === 'setpriv')
  return { ...user, prefix: tieAt < 0 ? prefix : prefix.slice(0, tieAt) }
}

const lock = await lockDataFolder(folder)
const server = await startEmbeddedPostgres({
  dataDir: lock.folder,
  preparedFolder: process.env['PREPARED_FOLDER'],
  chooseUser: tie === 'loose' ? withoutLeash : choosePostgresUser,
})
process.stdout.write(`pid ${server.pid}\n`)

if (mode === 'write') {
  const client = new pg.Client(server.connection)
  // The test kills the server in the midst of a write: no more lines then, and the end.
  client.on('error', () => process.exit(1))
  await client.connect()
  await client.query('create table if not exists written (n serial)')
  for (;;) {
    const { rows } = await client.query<{ n: number }>('insert into written default values returning n')
    process.stdout.write(`acknowledged ${rows[0]?.n}\n`)
  }
}
setInterval(() => undefined, 60_000)
