import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '#server/platform/pause.ts'
import { programs } from '../../../scripts/setup/debian-packages.mjs'
import { at } from '../../../scripts/setup/project.mjs'

const DOCUMENT = at('docs/self-hosting.md')
/** Other values for what operators choose; undefined for what only their machine has. */
type Changes = Record<string, string | undefined>

type Options = {
  secret: string
  /** Where it listens, an address of this machine. */
  address?: string
  /** Where it relays from, if that is another one. */
  relay?: string
}

/** A TURN server at an address of this machine with the settings of docs/self-hosting.md, apart from what is named here. */
export async function startCoturn({ secret, address = '127.0.0.1', relay = address }: Options) {
  const program = programs.coturn.find()
  if (!program) throw new Error('coturn was not found')
  const folder = await mkdtemp(join(tmpdir(), 'norte-coturn-'))
  const port = await freePort(address)
  const file = join(folder, 'turnserver.conf')
  const changes: Changes = {
    'listening-port': String(port),
    'static-auth-secret': secret,
    // No name leads here that a certificate could be for.
    'tls-listening-port': undefined,
    'cert': undefined,
    'pkey': undefined,
    'syslog': undefined,
  }
  const own = [
    `listening-ip=${address}`,
    `relay-ip=${relay}`,
    'no-tls',
    'no-dtls',
    'log-file=stdout',
    'simple-log',
    `pidfile=${join(folder, 'pid')}`,
    `userdb=${join(folder, 'db')}`,
  ]
  const written = changed(settingsIn(await readFile(DOCUMENT, 'utf8')), changes)
  await writeFile(file, [...written, ...own].join('\n'))
  const child = spawn(program, ['-c', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await answersOn({ port, host: address }, ended)
  return {
    url: `turn:${address}:${port}`,
    stunUrl: `stun:${address}:${port}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The lines of turnserver.conf that the document has operators write. */
function settingsIn(text: string): string[] {
  const block = /`\/etc\/turnserver\.conf`:\s+```ini\n(?<lines>.*?)```/s.exec(text)?.groups?.['lines']
  if (block === undefined) throw new Error('the settings of coturn were not found in docs/self-hosting.md')
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** The same lines with other values, or without them. Each that is named has to be there. */
function changed(lines: readonly string[], changes: Changes): string[] {
  const nameOf = (line: string) => line.split('=')[0]!
  for (const name of Object.keys(changes))
    if (!lines.some((line) => nameOf(line) === name)) throw new Error(`${name} is not in the document`)
  return lines.flatMap((line) => {
    const name = nameOf(line)
    if (!Object.hasOwn(changes, name)) return line
    const value = changes[name]
    return value === undefined ? [] : `${name}=${value}`
  })
}

/** Waits until something listens there. */
async function answersOn(at: { port: number; host: string }, ended: Promise<unknown>): Promise<void> {
  let isEnded = false
  void ended.then(() => (isEnded = true))
  for (;;) {
    if (isEnded) throw new Error('coturn ended')
    const socket = net.connect(at)
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false))
    })
    socket.destroy()
    if (isOpen) return
    await pause(20)
  }
}

async function freePort(address: string): Promise<number> {
  const server = net.createServer().listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  return port
}
