// Keeps what this release leaves behind, for the tests of later ones (test/api/releases): its demo data as a backup, with its
// timers and files, and who can sign in. To be run once, before the first migration of the next release, with the
// product built. What is kept never changes afterwards.
//
//   node scripts/releases/keep.ts
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStores } from '#server/backup/contents.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { preparedFolder } from '#server/folders.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { openManifest } from '#server/platform/backup/backup-files.ts'
import { migrationsFolder } from '#server/platform/postgres/migrate.ts'
import { fail, root } from '../setup/project.mjs'

const run = promisify(execFile)

const number = (await readdir(migrationsFolder())).toSorted().at(-1)!.slice(0, 4)
const kept = join(root, 'test', 'releases', `${number}.tar`)
if (existsSync(kept)) fail(`${kept} is there already: what a release left behind does not change`)
const work = await mkdtemp(join(tmpdir(), 'norte-release-'))
try {
  const dataDir = join(work, 'data')
  const people = peopleOf(await printDemo(dataDir))
  await keep(dataDir, people)
  console.log(`Kept ${kept}`)
} finally {
  await rm(work, { recursive: true, force: true })
}

/** Starts the built server with the demo data in a new folder, lets it end, and answers what it printed. */
async function printDemo(dataDir: string): Promise<string> {
  const server = join(root, 'dist', 'server', 'main.js')
  const child = spawn(process.execPath, [server, '--demo'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.on('message', (message: { ready?: string }) => message.ready && child.kill('SIGTERM'))
  const [code] = (await Promise.all([once(child, 'exit'), once(child.stdout!, 'close')]))[0]
  if (code !== 0) fail(`The demo ended with ${code}`)
  return printed
}

/** Who can sign in, in the order printed: the coach, one who has not paid, and a client. */
function peopleOf(printed: string) {
  const found = [...printed.matchAll(/(\S+@\S+\.example) +(\S+)$/gm)]
  const [coach, unpaidCoach, client] = found.map(([, email, password]) => ({ email, password }))
  if (!coach || !unpaidCoach || !client) return fail('The demo data did not say who can sign in')
  return { coach, unpaidCoach, client }
}

async function keep(dataDir: string, people: object): Promise<void> {
  const folder = join(work, 'kept')
  await mkdir(folder)
  await writeFile(join(folder, 'people.json'), `${JSON.stringify(people, null, 2)}\n`)
  const server = await startEmbeddedPostgres({ dataDir, preparedFolder })
  try {
    const stores = await openStores({ dataDir, s3: undefined })
    const { connection } = server
    const made = await makeBackup({ folder, keep: 1, key: undefined, dataDir, connection, stores })
    if (typeof made === 'string') return fail(`No backup was made: ${made}`)
    const last = (await openManifest(folder, made.name)).migrations.at(-1)!.name
    if (!last.startsWith(number)) fail(`The build is of ${last}: npm run build makes a new one`)
  } finally {
    await server.stop()
  }
  const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0']
  await run('tar', [...plain, '-cf', kept, '-C', folder, '.'])
}
