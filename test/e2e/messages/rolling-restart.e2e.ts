import type { Page } from '@playwright/test'
import { openTestRedis } from '#test/support/servers/redis.ts'
import { type Proxy, startProxy } from '../../../scripts/cluster/proxy.ts'
import { openPage } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { freePort, startShared } from '../support/pair.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const OFFLINE = 'Sin conexión'

const messages = (page: Page) => page.getByRole('article')
const write = async (page: Page, text: string) => {
  const field = page.getByRole('textbox', { name: 'Mensaje', exact: true })
  await field.fill(text)
  await field.press('Enter')
}

/** What the rest of a journey has to do with a page: how many live lines it opened, and whether it ever said that it has none. */
async function watch(page: Page) {
  let lines = 0
  page.on('websocket', () => (lines += 1))
  await page.evaluate((offline) => {
    const look = () => {
      if (document.body.innerText.includes(offline)) document.documentElement.dataset['saidOffline'] = 'yes'
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, OFFLINE)
  return {
    lines: () => lines,
    saidOffline: () => page.evaluate(() => document.documentElement.dataset['saidOffline'] === 'yes'),
  }
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
test('both servers are started again one after the other: two people go on writing to each other, and neither is told that anything happened @long', async ({
  browser,
}) => {
  const [shared, redis, proxy] = [await startShared(), await openTestRedis(), await startProxy()]
  const start = async (): Promise<Behind> => {
    const port = await freePort()
    const server = await startServer({
      ...shared.settings,
      PORT: port,
      REDIS_URL: redis.url,
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: 'loopback',
      DRAIN_SECONDS: '2',
    })
    return { server, port: Number(port) }
  }
  const servers: [Behind, Behind] = [await start(), await start()]
  try {
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

    const watched = [await watch(hers), await watch(umas)]
    for (const at of [0, 1]) {
      const replaced = replace(proxy, servers, at, await start())
      await say(hers, umas, `¿Sigues ahí? ${at}`)
      await replaced
      await say(umas, hers, `Aquí sigo ${at}`)
    }
    // Every line of before ended with its server.
    for (const { lines, saidOffline } of watched) {
      expect(lines()).toBeGreaterThan(0)
      expect(await saidOffline()).toBe(false)
    }
    expect(errors).toEqual([])
    // That it would have been seen.
    for (const each of servers) await each.server.stop()
    for (const { saidOffline } of watched) await expect.poll(saidOffline).toBe(true)
    for (const page of [hers, umas]) await page.context().close()
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()))
    await proxy.close()
    await redis.close()
    await shared.stop()
  }
})
