import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import net from 'node:net'
import { join } from 'node:path'
import { adviceFor, programs } from '../setup/debian-packages.mjs'

export type RedisProcess = { socket: string; stop: (signal?: NodeJS.Signals) => Promise<void> }

/** Of what it says only the end is kept. */
const MOST_SAID = 10_000
const SETPRIV = '/usr/bin/setpriv'

/**
 * Starts a Redis that listens on a socket in `folder`, never on the network, and stores nothing: a start is empty. It
 * answers when Redis does.
 */
export async function startRedisProcess(folder: string): Promise<RedisProcess> {
  const program = programs.redis.find()
  if (!program) throw new Error(adviceFor(programs.redis).join('\n'))
  const socket = join(folder, 'redis.sock')
  const options = { port: '0', unixsocket: socket, save: '', appendonly: 'no', dir: folder }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  // The kernel ends it with this process, where it can; Redis would outlive one that is killed.
  const [command = '', ...rest] = [
    ...(existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig=KILL', '--'] : []),
    program,
    ...args,
  ]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const ended = once(child, 'exit')
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MOST_SAID)))
  const accepting = new Promise<void>((done) => {
    child.stdout.on('data', () => said.includes('ready to accept connections') && done())
  })
  // Detached: Ctrl-C must not reach it before the servers.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const isUp = await Promise.race([accepting.then(() => true), ended.then(() => false)])
  if (!isUp) throw new Error(`Redis did not start: ${said}`)
  return {
    socket,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
      process.off('exit', kill)
    },
  }
}

/** A port of this machine for what listens on a socket file. */
export async function publish(socket: () => string): Promise<{ port: number; close: () => void }> {
  const open = new Set<net.Socket>()
  const server = net.createServer((caller) => {
    const beyond = net.connect(socket())
    for (const end of [caller, beyond]) {
      open.add(end)
      end.on('error', () => undefined).on('close', () => open.delete(end))
    }
    caller.pipe(beyond).pipe(caller)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () => {
      for (const end of open) end.destroy()
      server.close()
    },
  }
}
