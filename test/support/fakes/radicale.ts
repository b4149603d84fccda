import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adviceFor, programs } from '../../../scripts/setup/debian-packages.mjs'

/** A CalDAV server on loopback with one empty calendar. */
export type Caldav = {
  /** Stores an entry under a name of ours; answers the status. */
  put(name: string, calendar: string): Promise<number>
  /** Reads it back. */
  get(name: string): Promise<string>
  close(): Promise<void>
}

/**
 * Starts Debian's radicale on a free port with a separate folder, open to everyone on loopback.
 * @throws Error that says how to get one, if it is not installed
 */
export async function startRadicale(): Promise<Caldav> {
  const path = programs.radicale.find()
  if (!path) throw new Error(adviceFor(programs.radicale).join('\n'))
  const folder = await mkdtemp(join(tmpdir(), 'norte-radicale-'))
  const port = await freePort()
  const child = spawn(
    path,
    [
      ['--config', ''],
      ['--server-hosts', `127.0.0.1:${port}`],
      ['--auth-type', 'none'],
      ['--storage-filesystem-folder', folder],
      ['--logging-level', 'info'],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const calendar = `http://127.0.0.1:${port}/norte/sesiones/`
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(child)
    for (const [method, url] of [
      ['MKCOL', new URL('..', calendar).href],
      ['MKCALENDAR', calendar],
    ]) {
      const made = await fetch(url!, { method })
      if (made.status !== 201) throw new Error(`${method}: ${made.status}`)
    }
  } catch (error) {
    await close()
    throw new Error(`Radicale did not start: ${said}`, { cause: error })
  }
  return {
    async put(name, body) {
      const headers = { 'content-type': 'text/calendar; charset=utf-8' }
      const answer = await fetch(`${calendar}${name}.ics`, { method: 'PUT', headers, body })
      await answer.arrayBuffer()
      return answer.status
    },
    async get(name) {
      const answer = await fetch(`${calendar}${name}.ics`)
      if (answer.status !== 200) throw new Error(`GET: ${answer.status}`)
      return answer.text()
    },
    close,
  }
}

/** Waits until the server says that it listens, or ends without saying so. */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((ready, fail) => {
    let said = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('server ready')) ready()
    })
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`ended with ${code}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
