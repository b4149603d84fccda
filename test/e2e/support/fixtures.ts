import { type Page, test as base, expect } from '@playwright/test'
import { type PageOptions, PagePool, openPage } from './browsers.ts'
import { logOf } from './page-log.ts'
import { JOURNEY_NOW, type TestServer, startServer } from './server.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** A person in a separate browser: only the server is shared with the others. */
  person: (options?: PersonOptions) => Promise<Page>
}

/**
 * `isNew` for a journey that changes its page in a way that lasts, or whose options no other journey has; `ownClock`,
 * of a new one, for one that looks at what depends on frames and timers, which Playwright's clock reorders.
 */
export type PersonOptions = Omit<PageOptions, 'ownClock'> &
  ({ isNew?: true } | { isNew: true; ownClock: true })

/** Journeys: one server per worker, any number of people. An unexpected error in a browser fails the test. */
export const test = base.extend<Fixtures, { server: TestServer; pool: PagePool }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs off this pattern.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  pool: [
    async ({ browser, server }, use, { project }) => {
      const pool = new PagePool(browser, server, project.use.contextOptions?.reducedMotion)
      await use(pool)
      await pool.close()
    },
    { scope: 'worker' },
  ],

  person: async ({ browser, server, pool }, use, testInfo) => {
    const taken: Page[] = []
    const opened: Page[] = []
    const errors: string[] = []
    await use(async ({ isNew, ...options } = {}) => {
      if (!isNew) {
        const page = await pool.take(errors, options)
        taken.push(page)
        return page
      }
      const page = await openPage(browser, server, errors, options)
      opened.push(page)
      return page
    })
    // Nobody gets the page of a journey that failed: it may be anywhere.
    const hasPassed = testInfo.status === testInfo.expectedStatus
    if (!hasPassed) {
      for (const page of [...taken, ...opened]) console.log(logOf(page))
      console.log(`--- the server\n${server.lastSaid()}`)
    }
    for (const page of taken) await (hasPassed ? pool.giveBack(page) : page.context().close())
    for (const page of opened) await page.context().close()
    // The next journey on this server begins in the same week, wherever this one went.
    await server.jumpTo(JOURNEY_NOW)
    expect(errors).toEqual([])
  },
})
