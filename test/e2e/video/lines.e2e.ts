import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { findChromium, chromiumArgs } from '../../../scripts/setup/chromium.mjs'
import { type BrowserNetwork, openBrowserNetwork, whyNoNamespaces } from '#test/support/network/namespaces.ts'
import { startCoturn } from '#test/support/servers/coturn.ts'
import { openPage } from '../support/browsers.ts'
import {
  bookRoom,
  control,
  expectArriving,
  expectMoving,
  join,
  lineOf,
  MAY_CALL,
  tile,
  watchLines,
} from '../support/calls.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

// Real lines between browsers: each person sits in a separate network, made by the kernel.

const why = whyNoNamespaces()
if (why !== undefined)
  console.warn(`\nNot tested here: calls through TURN and over a slow line, because ${why}.\n`)

/** Enough for a voice, and not for the smallest picture beside it. */
const SLOW_KILOBITS = 60
/** A line is watched for some samples of two seconds before anything is switched off. */
const PATIENTLY = { timeout: 180_000 }

/** What is open, closed in the opposite order, also after a failure. */
class Opened {
  readonly #closes: (() => Promise<unknown>)[] = []
  readonly errors: string[] = []

  later(close: () => Promise<unknown>): void {
    this.#closes.unshift(close)
  }

  async close(): Promise<void> {
    for (const close of this.#closes) await close()
  }
}

/** A page in a browser that is started in a separate network; what it says to the server does not go over its line. */
async function pageIn(place: BrowserNetwork, server: TestServer, opened: Opened) {
  await place.passOn(Number(new URL(server.url).port))
  const browser: Browser = await chromium.launch({
    executablePath: await place.wrapped(findChromium()!),
    args: chromiumArgs(),
  })
  opened.later(() => browser.close())
  const options: BrowserContextOptions = { ...MAY_CALL, locale: 'es-MX', timezoneId: 'America/Mexico_City' }
  const page = await openPage(browser, server, opened.errors, options)
  await watchLines(page.context())
  return page
}

async function place(opened: Opened): Promise<BrowserNetwork> {
  const made = await openBrowserNetwork()
  opened.later(() => made.close())
  return made
}

async function twoIn(server: TestServer) {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId: client.clientId }, 5)
  return { coach, client, room: `/session/room/${id}` }
}

const test = base.extend<{ opened: Opened }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs off this pattern.
  opened: async ({}, use) => {
    const opened = new Opened()
    try {
      await use(opened)
    } finally {
      await opened.close()
    }
    expect(opened.errors).toEqual([])
  },
})
test.beforeEach(() => test.skip(why !== undefined, why))

// @spec P.255
test('two people whose networks do not reach each other see and hear each other through TURN', async ({
  opened,
}) => {
  const [hers, theirs] = [await place(opened), await place(opened)]
  theirs.reach(hers.gateway)
  const secret = 'un-secreto-largo-que-comparten-los-dos'
  const coturn = await startCoturn({ secret, address: hers.gateway })
  opened.later(() => coturn.stop())
  const server = await startServer({
    STUN_URLS: coturn.stunUrl,
    TURN_URLS: coturn.url,
    TURN_SECRET: secret,
  })
  opened.later(() => server.stop())
  const { coach, client, room } = await twoIn(server)
  const ofCoach = await pageIn(hers, server, opened)
  const ofClient = await pageIn(theirs, server, opened)
  await signIn(ofCoach, coach.email, room)
  await signIn(ofClient, client.email, room)
  await join(ofCoach).click()
  await join(ofClient).click()
  await expectMoving(tile(ofCoach, 'Mariana'))
  await expectMoving(tile(ofClient, 'Ana'))
  for (const page of [ofCoach, ofClient]) {
    await expectArriving(page, 'audioReceived', 'videoReceived')
    const { own, other } = await lineOf(page)
    expect([own, other]).toContain('relay')
  }
})

// @spec P.256
test('on a slow line the camera gives way to the voice, and comes back once the line is good again @long', async ({
  opened,
  person,
  server,
}) => {
  const line = await place(opened)
  const { coach, client, room } = await twoIn(server)
  const ofCoach = await person({ ...MAY_CALL, isNew: true })
  await watchLines(ofCoach.context())
  const ofClient = await pageIn(line, server, opened)
  await signIn(ofCoach, coach.email, room)
  await signIn(ofClient, client.email, room)
  await join(ofCoach).click()
  await join(ofClient).click()
  await expectMoving(tile(ofCoach, 'Mariana'))
  await expectMoving(tile(ofClient, 'Ana'))

  await test.step('what the line does not take is said, and the camera is switched off', async () => {
    line.limit(SLOW_KILOBITS)
    await expect(tile(ofClient, 'Ana').getByTitle('Conexión lenta')).toBeVisible()
    await expect(ofClient.getByText('Tu conexión es lenta: apagamos tu cámara.')).toBeVisible(PATIENTLY)
    await expect(tile(ofCoach, 'Mariana').locator('video')).toHaveAttribute('data-hidden')
    await expectArriving(ofCoach, 'audioReceived')
    await expect(tile(ofCoach, 'Mariana').getByText('Reconectando con Mariana...')).toHaveCount(0)
  })

  await test.step('on a line that is good again its person switches it on', async () => {
    line.limit()
    await control(ofClient, 'Encender cámara').click()
    await expect(tile(ofCoach, 'Mariana').locator('video')).not.toHaveAttribute('data-hidden')
    await expectMoving(tile(ofCoach, 'Mariana'))
    await expectArriving(ofCoach, 'audioReceived', 'videoReceived')
    await expect(tile(ofClient, 'Ana').getByTitle('Buena conexión')).toBeVisible(PATIENTLY)
  })
})
