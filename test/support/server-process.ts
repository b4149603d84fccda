import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string }

export type ServerProcess = {
  /** Where it answers, once it said so. */
  url: string
  /** Where OPERATIONS_PORT answers, if it is set. */
  operationsUrl: string
  pid: number
  child: ChildProcess
  /** What it has printed so far. */
  printed(): { out: string; err: string }
  /** Sends the signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<Ended>
  ended: Promise<Ended>
}

export type ServerOptions = {
  /** Settings. Nothing of the test's own environment gets through but PATH. */
  env?: Record<string, string>
  args?: string[]
  /** Put before Node's command line, to become another user. */
  as?: string[]
  cwd?: string
}

const root = join(import.meta.dirname, '..', '..')
const built = join(root, 'dist', 'server', 'main.js')

/**
 * Room for everything that a start leaves as garbage: without it, a fifth of a start's time goes to collecting what a
 * server of a few seconds never has to reuse.
 */
const SHORT_LIVED = ['--min-semi-space-size=64']

/** Runs the built server until it ends by itself; for starts that are refused. */
export function runServer(options: ServerOptions): Promise<Ended> {
  return launchServer(options).ended
}

/**
 * Starts the built server on a free port (unless PORT is given) and answers when it is ready. It ends with the test's
 * process at the latest, also when that is killed: the channel between them closes.
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { child, ended, printed } = launchServer(options)
  const ready = new Promise<{ ready: string; operations?: string }>((done) => {
    child.on('message', (message: { ready: string }) => message.ready && done(message))
  })
  const said = await Promise.race([ready, ended])
  if ('code' in said) throw new Error(`The server ended instead of starting: ${said.out}${said.err}`)
  return {
    url: said.ready,
    operationsUrl: said.operations ?? '',
    pid: child.pid!,
    child,
    printed,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts the built server and waits for nothing. */
export function launchServer({ env, args = [], as = [], cwd = root }: ServerOptions) {
  if (!existsSync(built)) throw new Error('dist/server is missing: run `npm run build` first')
  const [command = '', ...rest] = [...as, process.execPath, ...SHORT_LIVED, built, ...args]
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let out = ''
  let err = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (err += text))
  return { child, ended: endOf(child, () => ({ out, err })), printed: () => ({ out, err }) }
}

// Not the `close` event, which never comes once the channel was closed from our side.
async function endOf(child: ChildProcess, printed: () => { out: string; err: string }): Promise<Ended> {
  const [[code, signal]] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    once(child.stdout!, 'close'),
    once(child.stderr!, 'close'),
  ])
  return { code, signal, ...printed() }
}
