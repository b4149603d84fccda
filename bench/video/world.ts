// Where calls are held: two servers over one database, and browsers that reach the first of them over a line.
import { randomBytes } from 'node:crypto'
import { type Browser, chromium } from '@playwright/test'
import type pg from 'pg'
import { type Janus, startJanus, whyNoJanus } from '#test/support/servers/janus.ts'
import { chromiumArgs, findChromium } from '../../scripts/setup/chromium.mjs'
import { openBenchDatabase } from '../database.ts'
import { freePort } from '#test/support/servers/free-port.ts'
import { type Server, startOurs } from '../servers.ts'
import { type Line, openLine } from './line.ts'
import { type GroupRoom, type Room, openGroupRoom, openRoom } from './room.ts'

export type World = {
  pool: pg.Pool
  tokenSecret: string
  line: Line
  servers: readonly [Server, Server]
  /** Of the second server. */
  port: number
  /** Groups meet through a real Janus; this machine may have none. */
  hasJanus: boolean
  room: (name: string) => Promise<Room>
  groupRoom: (name: string, clients: number) => Promise<GroupRoom>
  /** Another browser, whose camera shows this many pictures a second. */
  launch: (cameraRate?: number) => Promise<Browser>
  close(): Promise<void>
}

/** What was opened so far is closed if something of it fails. */
export async function openWorld(): Promise<World> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const end of closing.toReversed()) await end()
  }
  try {
    const { pool, url: databaseUrl, folder, close: closeDatabase } = await openBenchDatabase()
    closing.push(closeDatabase)
    const line = await openLine()
    closing.push(() => line.close())
    const tokenSecret = randomBytes(48).toString('base64')
    const janusSecret = randomBytes(48).toString('base64')
    const janus = whyNoJanus() === undefined ? await startJanus({ secret: janusSecret }) : undefined
    closing.push(() => janus?.stop())
    const ports = [await freePort(), await freePort()] as const
    const start = async (port: number) => {
      const server = await startOurs({
        PORT: String(port),
        // Which browsers see of both.
        PUBLIC_URL: line.url,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        TOKEN_SECRET: tokenSecret,
        // So that one that ends sends its browsers to the other first.
        DRAIN_SECONDS: '2',
        REQUESTS_PER_MINUTE: '10000000',
        ...(janus && settingsOf(janus, janusSecret)),
      })
      closing.push(() => server.stop())
      return server
    }
    const servers = [await start(ports[0]), await start(ports[1])] as const
    line.leadTo(ports[0])
    return {
      pool,
      tokenSecret,
      line,
      servers,
      port: ports[1],
      hasJanus: janus !== undefined,
      room: (name) => openRoom(pool, line.url, { name, tokenSecret }),
      groupRoom: (name, clients) => openGroupRoom(pool, line.url, { name, clients, tokenSecret }),
      async launch(cameraRate = 20) {
        const args = chromiumArgs({ cameraRate })
        const browser = await chromium.launch({ executablePath: findChromium(), args })
        closing.push(() => browser.close())
        return browser
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const settingsOf = ({ url }: Janus, secret: string) => ({ JANUS_URL: url, JANUS_SECRET: secret })
