import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '#server/platform/pause.ts'
import { programs } from '../../../scripts/setup/debian-packages.mjs'

/**
 * A TURN server at an address of this machine with the settings of docs/self-hosting.md, apart from addresses: it relays to
 * this machine, which it would refuse elsewhere.
 */
export async function startCoturn({ secret, address = '127.0.0.1' }: { secret: string; address?: string }) {
  const program = programs.coturn.find()
  if (!program) throw new Error('coturn was not found')
  const folder = await mkdtemp(join(tmpdir(), 'norte-coturn-'))
  const port = await freePort(address)
  const file = join(folder, 'turnserver.conf')
  await writeFile(
    file,
    [
      `listening-port=${port}`,
      `listening-ip=${address}`,
      `relay-ip=${address}`,
      'realm=norte.example.org',
      'use-auth-secret',
      `static-auth-secret=${secret}`,
      'fingerprint',
      'no-cli',
      'no-tls',
      'no-dtls',
      'allow-loopback-peers',
      'log-file=stdout',
      'simple-log',
      `pidfile=${join(folder, 'pid')}`,
      `userdb=${join(folder, 'db')}`,
    ].join('\n'),
  )
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
