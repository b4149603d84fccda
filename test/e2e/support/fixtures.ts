import { type Browser, type BrowserContext, type Page, test as base, expect } from '@playwright/test'
import { JOURNEY_NOW, type TestServer, startServer } from './server.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** A person in a separate browser: only the server is shared with the others. */
  person: (options?: PersonOptions) => Promise<Page>
}

export type PersonOptions = Parameters<import('@playwright/test').Browser['newContext']>[0]

/** Refusals that a journey provokes on purpose are logged by the browser itself, for every answer of 4xx. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/** The recorder of traces fetches what a page shows; a picture that is only chosen so far it may not. */
const RECORDER = /^Connecting to 'blob:/

/** A browser of somebody's own; what goes wrong in it is added to `errors`. */
export async function openBrowser(
  browser: Browser,
  server: TestServer,
  errors: string[],
  options: PersonOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, ...options })
  // The browser lives in the server's week; its timers run as ever.
  await context.clock.install({ time: JOURNEY_NOW })
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text()) && !RECORDER.test(message.text()))
      errors.push(message.text())
  })
  return context
}

/** Journeys: one server per worker, any number of people. An unexpected error in a browser fails the test. */
export const test = base.extend<Fixtures, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs off this pattern.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  person: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (options) => {
      const context = await openBrowser(browser, server, errors, options)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    // The next journey on this server begins in the same week, wherever this one went.
    await server.jumpTo(JOURNEY_NOW)
    expect(errors).toEqual([])
  },
})
