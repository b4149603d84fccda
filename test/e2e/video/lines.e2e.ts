import { randomBytes } from 'node:crypto'
import { type Browser, type BrowserContextOptions, type Page, chromium } from '@playwright/test'
import { findChromium, chromiumArgs } from '../../../scripts/setup/chromium.mjs'
import { type BrowserNetwork, openBrowserNetwork, whyNoNamespaces } from '#test/support/network/namespaces.ts'
import { startCoturn } from '#test/support/servers/coturn.ts'
import { startJanus, whyNoJanus } from '#test/support/servers/janus.ts'
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
import { stageGroupCall } from '../support/groups.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

// Real lines between browsers: each person sits in a separate network, made by the kernel.

const why = whyNoNamespaces()
if (why !== undefined)
  console.warn(`\nNot tested here: calls through TURN and over a slow line, because ${why}.\n`)

/** Enough for a voice, and not for the smallest picture beside it. */
const SLOW_KILOBITS = 60
/** Enough for two voices, relayed, and not for the smallest pictures beside them. */
const TWO_VOICES_KILOBITS = 200
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

/** A page in a separate browser on this machine. */
async function pageBeside(server: TestServer, opened: Opened): Promise<Page> {
  const browser = await chromium.launch({ executablePath: findChromium()!, args: chromiumArgs() })
  opened.later(() => browser.close())
  const options = { ...MAY_CALL, locale: 'es-MX', timezoneId: 'America/Mexico_City' }
  return openPage(browser, server, opened.errors, options)
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
    // Lines come and go here: what a browser was loading at that moment, it loads again.
    expect(opened.errors.filter((error) => !error.includes('net::ERR_NETWORK_CHANGED'))).toEqual([])
  },
})
test.beforeEach(() => test.skip(why !== undefined, why))

for (const [what, transport, relayedBy] of [
  ['through TURN', '', 'udp'],
  ['through TURN by TCP alone @long', '?transport=tcp', 'tcp'],
] as const) {
  // @spec P.255
  test(`two people whose networks do not reach each other see and hear each other ${what}`, async ({
    opened,
  }) => {
    const [hers, theirs] = [await place(opened), await place(opened)]
    theirs.reach(hers.gateway)
    const secret = 'un-secreto-largo-que-comparten-los-dos'
    const coturn = await startCoturn({ secret, address: hers.gateway })
    opened.later(() => coturn.stop())
    const server = await startServer({
      ...(transport === '' && { STUN_URLS: coturn.stunUrl }),
      TURN_URLS: coturn.url + transport,
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
    const lines = []
    for (const page of [ofCoach, ofClient]) {
      await expectArriving(page, 'audioReceived', 'videoReceived')
      const line = await lineOf(page)
      expect([line.own, line.other]).toContain('relay')
      lines.push(line)
    }
    const relayed = lines.filter(({ own }) => own === 'relay')
    expect(relayed.length).toBeGreaterThan(0)
    for (const line of relayed) expect(line.relayedBy).toBe(relayedBy)
  })
}

// @spec P.257
test('two people whose line is cut are told so, and see and hear each other again once it is back @long', async ({
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
  for (const page of [ofCoach, ofClient]) await join(page).click()
  const sides = [
    [ofCoach, 'Mariana'],
    [ofClient, 'Ana'],
  ] as const
  for (const [page, name] of sides) await expectMoving(tile(page, name))
  const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin)
  const before = [await loadedAt(ofCoach), await loadedAt(ofClient)]

  line.connect(false)
  for (const [page, name] of sides)
    await expect(tile(page, name).getByText(`Reconectando con ${name}...`)).toBeVisible()
  line.connect(true)
  for (const [page, name] of sides) {
    await expectMoving(tile(page, name))
    await expectArriving(page, 'audioReceived', 'videoReceived')
    await expect(tile(page, name).getByText(`Reconectando con ${name}...`)).toHaveCount(0)
  }
  expect([await loadedAt(ofCoach), await loadedAt(ofClient)]).toEqual(before)
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

// @spec P.237, P.256
test('in a group little is asked for by a slow line: voices only at last, and pictures again once it is good @long', async ({
  opened,
}) => {
  const noJanus = whyNoJanus()
  test.skip(noJanus !== undefined, noJanus ?? '')
  const line = await place(opened)
  const secret = randomBytes(48).toString('base64')
  const janus = await startJanus({ secret })
  opened.later(() => janus.stop())
  // Her network reaches the SFU through it alone.
  const coturn = await startCoturn({ secret, address: line.gateway, relay: janus.gateway })
  opened.later(() => coturn.stop())
  const server = await startServer({
    TURN_URLS: coturn.url,
    TURN_SECRET: secret,
    JANUS_URL: janus.url,
    JANUS_SECRET: secret,
  })
  opened.later(() => server.stop())
  const { people, room } = await stageGroupCall(server, ['Mariana', 'Elena'])
  const [ofCoach, ofMariana] = [await pageBeside(server, opened), await pageBeside(server, opened)]
  const ofElena = await pageIn(line, server, opened)
  const pages = [ofCoach, ofMariana, ofElena]
  for (const [at, { email }] of people.entries()) {
    await signIn(pages[at]!, email, room)
    await join(pages[at]!).click()
  }
  const others = ['Ana', 'Mariana']
  for (const name of others) await expectMoving(tile(ofElena, name))

  await test.step('no pictures come, and that is said; voices do', async () => {
    line.limit(TWO_VOICES_KILOBITS, 'in')
    await expect(tile(ofElena, 'Tú').getByTitle('Conexión lenta')).toBeVisible(PATIENTLY)
    for (const name of others)
      await expect(tile(ofElena, name).getByText('Sin video: la conexión es lenta')).toBeVisible(PATIENTLY)
    let last = NaN
    const isStill = async () => {
      const before = last
      last = (await lineOf(ofElena)).videoReceived
      return before === last
    }
    await expect.poll(isStill, PATIENTLY).toBe(true)
    await expectArriving(ofElena, 'audioReceived')
    await expectMoving(tile(ofCoach, 'Mariana'))
  })

  await test.step('on a line that is good again they are back by themselves', async () => {
    line.limit()
    for (const name of others) {
      await expect(tile(ofElena, name).locator('video')).not.toHaveAttribute('data-hidden', PATIENTLY)
      await expectMoving(tile(ofElena, name))
    }
    await expect(tile(ofElena, 'Tú').getByTitle('Buena conexión')).toBeVisible(PATIENTLY)
  })
})
