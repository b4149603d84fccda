import { type Browser, chromium } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import { addMinutes, fixedClock, systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { type Tab, joined, openTab } from '#test/support/calls.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newGroup, newMember } from '#test/support/groups.ts'
import { newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { type Janus, startJanus, whyNoJanus } from '#test/support/servers/janus.ts'
import { type SendingPage, openSendingPage } from '#test/support/servers/sending-page.ts'
import { groupSession } from '#test/support/sessions.ts'
import { cut } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { chromiumArgs, findChromium } from '../../scripts/setup/chromium.mjs'
import { dataFolder } from './data-folder.ts'

// Sound and pictures of three browsers through a real Janus, and servers that are killed meanwhile.

const folder = dataFolder()
const JANUS_SECRET = 'mN7bV4cX1zL8kJ5hG2fD9sA6pO3iU0yTrEwQqRtY'

describe.skipIf(whyNoJanus() !== undefined)('three browsers through an SFU', () => {
  let janus: Janus
  let database: TestDatabase
  let browser: Browser
  const servers: ServerProcess[] = []
  const tabs: Tab[] = []
  const pages: SendingPage[] = []

  beforeAll(async () => {
    janus = await startJanus({ secret: JANUS_SECRET })
    database = await openTestDatabase()
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs() })
  })
  afterEach(async () => {
    for (const { socket } of tabs.splice(0)) socket.close()
    await Promise.all(pages.splice(0).map((page) => page.close()))
    await Promise.all(servers.splice(0).map((server) => server.stop()))
  })
  afterAll(async () => {
    await browser.close()
    await database.close()
    await janus.stop()
  })

  async function start(): Promise<ServerProcess> {
    const sfu = { JANUS_URL: janus.url, JANUS_SECRET }
    const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, TOKEN_SECRET, ROLES: 'web', ...sfu }
    const server = await startServer({ env })
    servers.push(server)
    return server
  }
  async function tabAt({ url }: ServerProcess, who: { token: string }, before?: Tab): Promise<Tab> {
    const tab = await openTab(url, who)
    tabs.push(tab)
    return before ? { ...tab, peerId: before.peerId } : tab
  }
  async function meeting() {
    const now = systemClock.now()
    const app = await makeApp({ database, env: { TOKEN_SECRET }, clock: fixedClock(now) })
    const coach = await newCoach(app)
    const group = await newGroup(app, coach, { status: 'running', capacity: 12 })
    const people = [
      coach,
      await newMember(app, coach, group, 'Luz'),
      await newMember(app, coach, group, 'Sol'),
    ]
    const sessionId: SessionId = (await groupSession(app, coach, group, toIso(addMinutes(now, 5)), 'norte'))
      .id
    await app.close()
    return { people, sessionId }
  }
  /** Waits until a page gets more of this many tracks. */
  async function untilFlowing(page: SendingPage, count: number) {
    // A part of the connection that is used again for something else counts from the beginning.
    const from = new Map<string, number>()
    const look = async () => {
      const tracks = await page.received()
      const each = tracks.map(({ peerId, kind, packets }) => {
        const track = `${kind} of ${peerId}`
        const least = Math.min(from.get(track) ?? packets, packets)
        from.set(track, least)
        return packets > least + 20 ? `${track} flows` : `${track}: ${packets - least} packets`
      })
      return { isRenewed: page.isRenewed(), tracks: each }
    }
    const tracks = Array.from({ length: count }, () => expect.stringMatching(/ flows$/) as string)
    try {
      await expect.poll(look).toEqual({ isRenewed: false, tracks })
    } catch (error) {
      process.stderr.write(`\nJanus: ${(await janus.printed()).slice(-4_000)}\n`)
      throw error
    }
  }

  // @spec P.265
  test('they see and hear each other, also those who come and go @long', async () => {
    const { people, sessionId } = await meeting()
    const [first, second] = [await start(), await start()]
    const three: Tab[] = []
    for (const [at, who] of people.entries()) {
      const tab = await tabAt(at === 1 ? second : first, who)
      await joined(tab, sessionId)
      three.push(tab)
      pages.push(await openSendingPage(browser, tab, sessionId))
    }
    for (const page of pages) await untilFlowing(page, 4)
    const [ofCoach, ofLuz] = pages as [SendingPage, SendingPage]
    const whose = await ofCoach.received()
    expect(whose.map(({ peerId, kind }) => `${peerId} ${kind}`).toSorted()).toEqual(
      [1, 2].flatMap((at) => ['audio', 'camera'].map((kind) => `${three[at]!.peerId} ${kind}`)).toSorted(),
    )
    // Small until it is shown large.
    const widthOfLuz = async () => {
      const all = await ofCoach.received()
      return all.find(({ peerId, kind }) => peerId === three[1]!.peerId && kind === 'camera')?.width
    }
    await expect.poll(widthOfLuz).toBeGreaterThan(0)
    expect(await widthOfLuz()).toBeLessThan(640)
    ofCoach.show([{ peerId: three[1]!.peerId, size: 'large' }])
    await expect.poll(widthOfLuz).toBe(640)
    const offers = ofCoach.offers()
    ofCoach.lookAgain()
    await expect.poll(() => ofCoach.offers()).toBe(offers + 1)
    await untilFlowing(ofCoach, 4)
    await three[2]!.socket.timeout(30_000).emitWithAck('CALL_LEAVE', { sessionId })
    for (const page of [ofCoach, ofLuz]) await expect.poll(() => page.received()).toHaveLength(2)
    await untilFlowing(ofCoach, 2)
    const back = await tabAt(second, people[2]!)
    await joined(back, sessionId)
    pages.push(await openSendingPage(browser, back, sessionId, ['audio', 'screen']))
    for (const page of [ofCoach, ofLuz]) await untilFlowing(page, 4)
    expect(pages.some((page) => page.isRenewed())).toBe(false)
  })

  // @spec P.268
  test('media run while their server is killed, and another one takes the lines over @long', async () => {
    const { people, sessionId } = await meeting()
    const first = await start()
    const three: Tab[] = []
    for (const who of people) {
      const tab = await tabAt(first, who)
      await joined(tab, sessionId)
      three.push(tab)
      pages.push(await openSendingPage(browser, tab, sessionId, ['audio']))
    }
    for (const page of pages) await untilFlowing(page, 2)
    const lost = three.map(({ socket }) => cut(socket))
    first.child.kill('SIGKILL')
    await Promise.all(lost)
    for (const page of pages) await untilFlowing(page, 2)
    const second = await start()
    for (const [at, who] of people.entries()) {
      const tab = await tabAt(second, who, three[at])
      pages[at]!.moveTo(tab)
      await joined(tab, sessionId)
    }
    for (const page of pages) await untilFlowing(page, 2)
    // The new server knows the lines: it offers on them what changes.
    const offers = pages.map((page) => page.offers())
    pages[0]!.lookAgain()
    await expect.poll(() => pages[0]!.offers()).toBeGreaterThan(offers[0]!)
    await tabs.at(-1)!.socket.timeout(30_000).emitWithAck('CALL_LEAVE', { sessionId })
    for (const page of pages.slice(0, 2)) await expect.poll(() => page.received()).toHaveLength(1)
    for (const page of pages.slice(0, 2)) await untilFlowing(page, 1)
    expect(pages.some((page) => page.isRenewed())).toBe(false)
  })

  // @spec P.268
  test('an offer without an answer is made again by the server that takes the line over', async () => {
    const { people, sessionId } = await meeting()
    // Before the first one ends: who is not seen for 25 s would be out of the call, and a slow machine needs that to start one.
    const [first, second] = [await start(), await start()]
    const three: Tab[] = []
    const come = async (who: { token: string }) => {
      const tab = await tabAt(first, who)
      await joined(tab, sessionId)
      three.push(tab)
      pages.push(await openSendingPage(browser, tab, sessionId, ['audio']))
    }
    for (const who of people.slice(0, 2)) await come(who)
    for (const page of pages) await untilFlowing(page, 1)
    const [ofCoach] = pages as [SendingPage]
    const offers = ofCoach.offers()
    ofCoach.takeOffers(false)
    await come(people[2]!)
    await expect.poll(() => ofCoach.offers()).toBe(offers + 1)
    // An offer of Janus that its server did not hear any more costs a line: here only the coach's is out.
    for (const page of pages.slice(1)) await untilFlowing(page, 2)
    const lost = three.map(({ socket }) => cut(socket))
    first.child.kill('SIGKILL')
    await Promise.all(lost)
    ofCoach.takeOffers(true)
    for (const [at, who] of people.entries()) {
      const tab = await tabAt(second, who, three[at])
      pages[at]!.moveTo(tab)
      await joined(tab, sessionId)
    }
    for (const page of pages) await untilFlowing(page, 2)
  })
})
