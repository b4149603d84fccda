import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { easeCalls } from './easy-calls.ts'
import { keepLog } from './page-log.ts'
import { JOURNEY_NOW, type TestServer } from './server.ts'

/** Refusals that a journey provokes on purpose are logged by the browser itself, for every answer of 4xx. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/** A browser without a network says so itself, for every request and every part of a screen. */
const NO_NETWORK = /net::ERR_INTERNET_DISCONNECTED|^PartFailure: /

/** The recorder of traces fetches what a page shows; a picture that is only chosen so far it may not. */
const RECORDER = /^Connecting to 'blob:/

const EXPECTED = [REFUSAL, NO_NETWORK, RECORDER]

/** An address of the same origin that loads nothing of the product. */
export const QUIET_PLACE = '/health/live'

/** Sets where the errors of a context are added from now on. */
const errorsOf = new WeakMap<BrowserContext, string[]>()

/** `ownClock`: the browser's, which is not moved; `easyCalls`: see easy-calls.ts. */
export type PageOptions = BrowserContextOptions & { ownClock?: true; easyCalls?: true }

/** A page in a separate browser, in the server's week unless told; what goes wrong there is added to `errors`. */
export async function openPage(
  browser: Browser,
  server: TestServer,
  errors: string[],
  { ownClock, easyCalls, ...options }: PageOptions = {},
): Promise<Page> {
  // Its worker would answer what journeys answer themselves; the journey of the installed app asks for it.
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block', ...options })
  // The browser lives in the server's week; its timers run as usual.
  if (!ownClock) await context.clock.install({ time: JOURNEY_NOW })
  if (easyCalls) await easeCalls(context)
  keepLog(context)
  errorsOf.set(context, errors)
  const note = (text: string) => errorsOf.get(context)!.push(text)
  context.on('weberror', (error) => note(String(error.error())))
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !EXPECTED.some((known) => known.test(text))) note(text)
  })
  return context.newPage()
}

const SIZE = { width: 1280, height: 720 }
/** What a journey may leave behind on a page besides its routes. */
const LISTENED = ['console', 'dialog', 'request', 'requestfailed', 'requestfinished'] as const
const STORED = 'cookies,local_storage,indexeddb,service_workers,cache_storage'

/**
 * The pages of one worker. Opening a browser and loading the product in it for the first time costs twice what a later
 * load does, so a journey gets a page that an earlier one has left, without anything of its people.
 */
export class PagePool {
  /** By the options that a page cannot change later. */
  readonly #idle = new Map<string, Page[]>()
  readonly #kinds = new WeakMap<Page, string>()
  readonly #browser: Browser
  readonly #server: TestServer
  readonly #motion: BrowserContextOptions['reducedMotion']

  /** `motion` as the journeys' browsers have it. */
  constructor(browser: Browser, server: TestServer, motion: BrowserContextOptions['reducedMotion']) {
    this.#browser = browser
    this.#server = server
    this.#motion = motion
  }

  /** A page as good as new, in the size a journey asks for, of a browser with these options. */
  async take(errors: string[], { viewport, ...options }: PageOptions = {}): Promise<Page> {
    const kind = JSON.stringify(options)
    const page = this.#idle.get(kind)?.pop() ?? (await openPage(this.#browser, this.#server, errors, options))
    this.#kinds.set(page, kind)
    errorsOf.set(page.context(), errors)
    await page.clock.setSystemTime(JOURNEY_NOW)
    await page.setViewportSize(viewport ?? SIZE)
    return page
  }

  /** Takes a page back and removes all that a journey has left there. */
  async giveBack(page: Page): Promise<void> {
    const context = page.context()
    errorsOf.set(context, [])
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of LISTENED) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await page.clock.resume()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: this.#motion ?? null })
    await page.goto(QUIET_PLACE)
    await page.evaluate(() => sessionStorage.clear())
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#server.url, storageTypes: STORED })
    await devtools.detach()
    const kind = this.#kinds.get(page)!
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), page])
  }

  async close(): Promise<void> {
    for (const page of [...this.#idle.values()].flat()) await page.context().close()
    this.#idle.clear()
  }
}
