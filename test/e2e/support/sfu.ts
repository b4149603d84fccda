import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { type Janus, startJanus } from '#test/support/servers/janus.ts'
import { type PageOptions, openPage } from './browsers.ts'
import { watchLines } from './calls.ts'
import { test as base } from './fixtures.ts'
import { clockFrom, freePort, startShared } from './pair.ts'
import { JOURNEY_NOW, type TestServer, startServer } from './server.ts'

export { expect } from './fixtures.ts'

/** A server whose groups meet through a real Janus. */
type Meeting = {
  janus: Janus
  server: TestServer
  /** Ends the server as a crash would, and starts it again at its address, with `meanwhile` in between, in no time of its clock. */
  crash(meanwhile: () => Promise<void>): Promise<void>
  open(options: PageOptions): Promise<Page>
}

/** What a page has counted of its connections that are open, together. */
export type Media = {
  /** Of each connection, where its media go to. */
  to: string[]
  sent: { audio: number; video: number }
  received: { audio: number; video: number }
  /** How many pictures were received, and of how many tracks. */
  frames: number
  pictures: number
}

/** What is read of the reports of W3C WebRTC Stats. */
type Report = {
  id: string
  type: string
  kind?: 'audio' | 'video'
  bytesSent?: number
  bytesReceived?: number
  framesDecoded?: number
  selectedCandidatePairId?: string
  remoteCandidateId?: string
  address?: string
}

export const test = base.extend<{ meeting: Meeting }>({
  meeting: async ({ browser }, use) => {
    const secret = randomBytes(48).toString('base64')
    const janus = await startJanus({ secret })
    const shared = await startShared()
    const settings = {
      ...shared.settings,
      JANUS_URL: janus.url,
      JANUS_SECRET: secret,
      PORT: await freePort(),
    }
    const contexts: BrowserContext[] = []
    const now = clockFrom(JOURNEY_NOW)
    const start = (iso: string) => startServer({ ...settings, TEST_NOW: iso })
    const meeting: Meeting = {
      janus,
      server: await start(now()),
      async crash(meanwhile) {
        await meeting.server.kill()
        const killedAt = now()
        await meanwhile()
        // People who are not seen for 25 s are not in a call any more. How long this takes is not what is tried here.
        meeting.server = await start(killedAt)
      },
      async open(options) {
        // What a browser logs while its server is away is expected.
        const page = await openPage(browser, meeting.server, [], options)
        contexts.push(page.context())
        await watchLines(page.context())
        return page
      },
    }
    await use(meeting)
    for (const context of contexts) await context.close()
    await meeting.server.stop()
    await janus.stop()
    await shared.stop()
  },
})

/** What a page sends and receives. */
export function mediaOf(page: Page): Promise<Media> {
  return page.evaluate(async () => {
    const media = {
      to: [] as string[],
      sent: { audio: 0, video: 0 },
      received: { audio: 0, video: 0 },
      frames: 0,
      pictures: 0,
    }
    for (const pc of window.connections.filter(({ connectionState }) => connectionState === 'connected')) {
      const reports = [...(await pc.getStats()).values()] as Report[]
      for (const report of reports) {
        const { type, kind, bytesSent = 0, bytesReceived = 0, framesDecoded = 0 } = report
        if (type === 'outbound-rtp' && kind) media.sent[kind] += bytesSent
        if (type === 'inbound-rtp' && kind) media.received[kind] += bytesReceived
        if (type !== 'inbound-rtp' || framesDecoded === 0) continue
        media.frames += framesDecoded
        media.pictures += 1
      }
      const transport = reports.find(({ type }) => type === 'transport')
      const pair = reports.find(({ id }) => id === transport?.selectedCandidatePairId)
      const remote = reports.find(({ id }) => id === pair?.remoteCandidateId)
      media.to.push(String(remote?.address))
    }
    return media
  })
}
