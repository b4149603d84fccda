import type { Page, Request, WebSocketRoute } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { PASSWORD, callApi, signIn, stageClient, stageCoach } from './support/people.ts'
import { JOURNEY_NOW } from './support/server.ts'
import { SOCKET_RETRY_MS } from '#web/api/realtime/keep-connected.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'

const EXPIRED = 'Su sesión ha expirado, por favor inicie sesión nuevamente'
const after = (ms: number) => toIso(epochMs(fromIso(JOURNEY_NOW) + ms))

/** The open sockets of a page, each passed through to the server. While they are held off, new ones come to nothing. */
async function watchSockets(page: Page) {
  const open = new Set<WebSocketRoute>()
  let isHeldOff = false
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isHeldOff) return void socket.close()
    open.add(socket)
    const server = socket.connectToServer()
    server.onClose((code, reason) => {
      open.delete(socket)
      void socket.close({ ...(code && { code }), ...(reason && { reason }) })
    })
    socket.onClose(() => {
      open.delete(socket)
      void server.close()
    })
  })
  return {
    open: () => [...open],
    holdOff: (hold: boolean) => void (isHeldOff = hold),
  }
}

/** Ends the connection as the server does: with the packet that says so (Socket.IO protocol, DISCONNECT). */
async function cut(open: () => WebSocketRoute[]): Promise<void> {
  for (const socket of open()) {
    socket.send('41')
    await socket.close()
  }
}

/** The calls that have no answer yet; the set is kept up to date. */
function callsUnderWay(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => request.url().includes('/v1/') && underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

const dot = (page: Page) => page.getByRole('img', { name: 'En línea' })
const tokenOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token?: string }).token)

test.describe('the green dot', () => {
  // @spec P.206
  test('comes back without a reload after any cut, also after a token has expired, and what was missed is shown (product §1 D15)', async ({
    person,
    server,
  }) => {
    const coach = await stageCoach(server)
    const page = await person({ isNew: true })
    const sockets = await watchSockets(page)
    await signIn(page, coach.email)
    await expect(dot(page)).toBeVisible()
    // Lost by a reload.
    await page.evaluate(() => Object.assign(globalThis, { stillThere: true }))
    const other = await page.context().newPage()
    await other.goto('/clients')
    await expect(dot(other)).toBeVisible()
    let token = await tokenOf(page)

    const underWay = callsUnderWay(page)
    const goTo = async (ms: number) => {
      // An answer from before the jump that arrives after it would count as fresh, and the next use would ask nothing.
      await expect.poll(() => underWay.size).toBe(0)
      await server.jumpTo(after(ms))
      await page.context().clock.setSystemTime(after(ms))
    }
    /** Another connection, not the one before. */
    const comesBack = async (lost: () => Promise<void>) => {
      const before = sockets.open()
      await lost()
      await expect.poll(() => sockets.open().filter((each) => !before.includes(each)).length).toBe(1)
      await expect(dot(page)).toBeVisible()
    }
    const clients = page.getByRole('main')
    const use = async (whileThere: () => Promise<void> = () => Promise.resolve()) => {
      await page.getByRole('link', { name: 'Mis Clientes' }).click()
      await expect(page).toHaveURL(/\/clients$/)
      await whileThere()
      await page.getByRole('link', { name: 'Inicio' }).first().click()
      await expect(page).toHaveURL(/\/dashboard$/)
    }
    /** Somebody who is added while there is no connection is in the open list when it is back. */
    const misses = async (name: string) => {
      await expect.poll(() => underWay.size).toBe(0)
      await comesBack(async () => {
        sockets.holdOff(true)
        await cut(sockets.open)
        await stageClient(server, coach, { name })
        await expect(dot(page)).toHaveCount(0)
        await expect(clients.getByText(name)).toHaveCount(0)
        sockets.holdOff(false)
        await page.clock.fastForward(SOCKET_RETRY_MS)
      })
      await expect(clients.getByText(name).first()).toBeVisible()
    }

    // Just short of a day nothing is renewed; just past it the first use is, and both tabs go on with that.
    for (const [ms, renewed, missed] of [
      [24 * HOUR_MS - 60_000, false, 'Nadia'],
      [24 * HOUR_MS + 60_000, true],
      [6 * DAY_MS, true],
      // The token of the first handshake has run out.
      [7 * DAY_MS + 60_000, true, 'Olga'],
      [13 * DAY_MS, true],
      [19 * DAY_MS, true],
      [25 * DAY_MS, true],
      [30 * DAY_MS - 60_000, true],
    ] as const) {
      await test.step(`${ms / DAY_MS} days after the sign-in`, async () => {
        // The page takes the jump for a sleep, and opens its connection again when it next looks at the clock.
        await comesBack(async () => {
          await goTo(ms)
          await page.clock.fastForward(SOCKET_RETRY_MS)
        })
        await use()
        if (renewed) await expect.poll(() => tokenOf(page)).not.toBe(token)
        else expect(await tokenOf(page)).toBe(token)
        token = await tokenOf(page)
        // Cuts that follow each other sooner are answered with the pause of a lost line.
        await page.clock.fastForward(SOCKET_RETRY_MS)
        await comesBack(() => cut(sockets.open))
        if (missed) await use(() => misses(missed))
      })
    }
    expect(await page.evaluate(() => 'stillThere' in globalThis)).toBe(true)
    await expect(dot(other)).toBeVisible()

    // Thirty days after it began it is over, used or not; both tabs say so by themselves.
    await goTo(30 * DAY_MS + 60_000)
    await Promise.all([page, other].map((tab) => expect(tab.getByText(EXPIRED)).toBeVisible()))
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/$/)
  })

  test('ends with a sign-in that was unused for 7 days, and the others stay @long', async ({
    person,
    server,
  }) => {
    const coach = await stageCoach(server)
    const [idle, busy] = [await person(), await person()]
    const underWay = callsUnderWay(idle)
    // Some are made only once the screen is there.
    const shown = Promise.all(
      ['dashboard', 'mails/today', 'message/rooms'].map((call) =>
        idle.waitForResponse(new RegExp(`/v1/${call}`)),
      ),
    )
    for (const page of [idle, busy]) await signIn(page, coach.email)
    for (const page of [idle, busy]) await expect(dot(page)).toBeVisible()
    // A call that the server receives only after a jump would be a use of this sign-in.
    await shown
    await expect.poll(() => underWay.size).toBe(0)
    for (const days of [3, 6]) {
      await server.jumpTo(after(days * DAY_MS))
      await busy.clock.setSystemTime(after(days * DAY_MS))
      await busy.reload()
      await expect(dot(busy)).toBeVisible()
    }
    // One clock after the other: what ends it is the server's, which nobody can set back.
    await server.jumpTo(after(7 * DAY_MS + 60_000))
    await expect(idle.getByText(EXPIRED)).toBeVisible()
    await expect(idle).toHaveURL(/\/$/)
    await expect(dot(busy)).toBeVisible()
    const again = await callApi<{ token: string }>(server, 'POST', '/v1/auth/user', {
      body: { email: coach.email, password: PASSWORD },
    })
    expect(again.token).toEqual(expect.any(String))
  })
})
