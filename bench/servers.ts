// Starts the measured servers, each in a separate process on this Node.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FilesOrder } from './bare-files.ts'
import type { BareOrder } from './bare-server.ts'
import type { ChatOrder } from './messages/chat-writes.ts'

export type Server = { url: string; pid: number; msToListening: number; stop(): Promise<void> }

const root = join(import.meta.dirname, '..')

/** The built product with the given settings, on a free port, as started by `npm start`. */
export function startOurs(env: Record<string, string>): Promise<Server> {
  return launch(startArguments(), { PORT: '0', NODE_ENV: 'development', ...env })
}

function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [command, ...args] = scripts.start.replace(/^exec /, '').split(' ')
  if (command !== 'node') throw new Error(`npm start runs ${command}`)
  return args
}

export function startBare(order: BareOrder): Promise<Server> {
  return launch([join(root, 'bench', 'bare-server.ts')], {}, order)
}

export function startBareFiles(order: FilesOrder): Promise<Server> {
  return launch([join(root, 'bench', 'bare-files.ts')], {}, order)
}

export function startBareChat(order: ChatOrder): Promise<Server> {
  return launch([join(root, 'bench', 'messages', 'bare-chat.ts')], {}, order)
}

async function launch(
  args: string[],
  env: Record<string, string>,
  order?: BareOrder | FilesOrder | ChatOrder,
): Promise<Server> {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const ready = new Promise<string>((done) => {
    child.on('message', (message: { ready?: string }) => message.ready && done(message.ready))
  })
  if (order) child.send(order)
  const url = await Promise.race([ready, ended])
  if (typeof url !== 'string') throw new Error(`${args[0]} ended instead of listening`)
  return {
    url,
    pid: child.pid!,
    msToListening: performance.now() - started,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
