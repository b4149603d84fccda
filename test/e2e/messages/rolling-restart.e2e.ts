import type { Page } from '@playwright/test'
import { openTestRedis } from '#test/support/servers/redis.ts'
import { type Proxy, startProxy } from '../../../scripts/cluster/proxy.ts'
import { openPage } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { freePort, startShared } from '../support/pair.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { messages, write } from './thread-page.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

/** How many live lines a page has opened since. */
function countLines(page: Page): () => number {
  let lines = 0
  page.on('websocket', () => (lines += 1))
  return () => lines
}

/** A server, whose address is that of the proxy, and where the proxy finds it. */
type Behind = { server: TestServer; port: number }
const portsOf = (servers: readonly Behind[]) => servers.map(({ port }) => port)

/** Puts a fresh server in the place of another, which is told to end and drains. */
async function replace(proxy: Proxy, servers: Behind[], at: number, fresh: Behind): Promise<void> {
  const old = servers[at]!
  servers[at] = fresh
  proxy.use(portsOf([...servers, old]))
  await expect.poll(() => proxy.ready()).toContain(fresh.port)
  await old.server.stop()
  proxy.use(portsOf(servers))
}

// @spec P.194
test('both servers are started again one after the other: two people go on writing to each other without a reload, and nothing fails for them @long', async ({
  browser,
}) => {
  const closers: (() => Promise<unknown>)[] = []
  const kept = async <T>(opening: Promise<T>, close: (opened: T) => Promise<unknown>) => {
    const opened = await opening
    closers.push(() => close(opened))
    return opened
  }
  try {
    const shared = await kept(startShared(), (each) => each.stop())
    const redis = await kept(openTestRedis(), (each) => each.close())
    const proxy = await kept(startProxy(), (each) => each.close())
    const start = async (): Promise<Behind> => {
      const port = await freePort()
      const settings = {
        ...shared.settings,
        PORT: port,
        REDIS_URL: redis.url,
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: 'loopback',
        DRAIN_SECONDS: '2',
      }
      const server = await kept(startServer(settings), (each) => each.stop())
      return { server, port: Number(port) }
    }
    const servers: [Behind, Behind] = [await start(), await start()]
    proxy.use(portsOf(servers))
    await expect.poll(() => proxy.ready().length).toBe(2)
    const [{ server }] = servers
    const coach = await stageCoach(server)
    const uma = await stageClient(server, coach, { name: 'Uma', lastName: 'Rey' })
    const errors: string[] = []
    const hers = await openPage(browser, server, errors)
    const umas = await openPage(browser, server, errors, PHONE)
    await signIn(hers, coach.email, `/messages/Client/${uma.clientId}`)
    await signIn(umas, uma.email, '/messages')
    const said: string[] = []
    const say = async (from: Page, to: Page, text: string) => {
      said.push(text)
      await write(from, text)
      for (const page of [from, to]) await expect(messages(page)).toContainText(said)
    }
    await say(hers, umas, 'Hola, Uma')
    await say(umas, hers, 'Hola, coach')

    const lines = [countLines(hers), countLines(umas)]
    for (const at of [0, 1]) {
      const replaced = replace(proxy, servers, at, await start())
      await say(hers, umas, `¿Sigues ahí? ${at}`)
      await replaced
      await say(umas, hers, `Aquí sigo ${at}`)
    }
    // Every line of before ended with its server.
    for (const opened of lines) expect(opened()).toBeGreaterThan(0)
    expect(errors).toEqual([])
    for (const page of [hers, umas]) await page.context().close()
  } finally {
    for (const close of closers.toReversed()) await close()
  }
})
