import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { at } from '../../../scripts/setup/project.mjs'
import type { DB } from '#server/db/schema.ts'
import { SOCKET_PORT, socketFolderFor } from '#server/platform/embedded-postgres/postgres-socket.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { type ReadMails, outboxReader } from '#test/support/mails/outbox.ts'
import type { Answer, Asking, Asks } from './server-messages.ts'

/** Tuesday 2 February 2027, 8:20 in Mexico City: the clock of server and browsers when a journey begins. */
export const JOURNEY_NOW = '2027-02-02T14:20:00.000Z'

/** As deep as dist/server, so that the bundle finds what lies beside it. */
export const bundledServer = at('dist', 'journeys')
const compileCache = at('dist', 'compile-cache')

/** How much of what a server printed is of use. */
const LAST_LINES = 30

/** The product on a separate data folder, in a process whose clock the test sets. */
export type TestServer = {
  url: string
  /** Sets the server's clock; it runs on from there. */
  jumpTo: Asking['jumpTo']
  /** Adds a coach with a confirmed address, signed in once. */
  seedCoach: Asking['seedCoach']
  /** Adds a client who has accepted the coach's invitation, signed in once. */
  seedClient: Asking['seedClient']
  /** Mails sent to an address, newest first. */
  mails: ReadMails
  /** Works in the server's own database, for what no call can do yet. */
  inDatabase(work: (db: Kysely<DB>) => Promise<unknown>): Promise<void>
  /** The end of what it printed. */
  lastSaid(): string
  stop(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/** Starts it on a free port of loopback, with the built web. `env` are settings as a person would set them. */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'norte-e2e-'))
  const child = fork(join(bundledServer, 'server-main.js'), {
    // The child ends itself when this channel closes, so a killed worker leaves nothing running.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      DATA_DIR: dataDir,
      TEST_NOW: JOURNEY_NOW,
      ...env,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const output: string[] = []
  child.stdout!.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr!.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const { ready } = await heard<{ ready: string }>(child, output, (message) => 'ready' in message)
  let asked = 0
  const asking =
    <Name extends keyof Asks>(ask: Name) =>
    async (about: Asks[Name]['about']) => {
      const number = (asked += 1)
      const heardBack = heard<Answer>(child, output, (message) => (message as Answer).number === number)
      child.send({ number, ask, about })
      const { answer, problem } = await heardBack
      if (problem !== undefined) throw new Error(`${ask}: ${problem}`)
      return answer as Asks[Name]['answer']
    }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    // One that was killed before, or crashed, does not end again.
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url: ready,
    jumpTo: asking('jumpTo'),
    seedCoach: asking('seedCoach'),
    seedClient: asking('seedClient'),
    mails: outboxReader(join(dataDir, 'outbox')),
    async inDatabase(work) {
      const host = socketFolderFor(dataDir)
      const database = createDatabase({
        host,
        port: SOCKET_PORT,
        user: 'norte',
        database: 'norte',
        ssl: false,
      })
      try {
        await work(database.db)
      } finally {
        await database.close()
      }
    },
    lastSaid: () => output.join('').split('\n').slice(-LAST_LINES).join('\n'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** The next such message of the child; refuses with its output when it ends instead. */
function heard<Message>(
  child: ChildProcess,
  output: string[],
  isIt: (message: object) => boolean,
): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const onMessage = (message: object) => {
    if (!isIt(message)) return
    child.off('message', onMessage)
    child.off('exit', onExit)
    resolve(message as Message)
  }
  const onExit = (code: number | null) => {
    reject(new Error(`The server ended with ${code}:\n${output.join('')}`))
  }
  child.on('message', onMessage)
  child.once('exit', onExit)
  return promise
}
