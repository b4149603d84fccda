// Chromium for each person: signed in once, then at every size and in both colour schemes.
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'
import { localesFolder } from '#server/folders.ts'
import { type TextParams, createTexts } from '#server/platform/texts.ts'
import { chromiumArgs, findChromium } from '../setup/chromium.mjs'
import { LANGUAGE } from './language.ts'
import { type Role, SHOWN_AT, type SignIn, type World } from './world.ts'

export type Look = { size: '1440' | '390'; scheme: 'light' | 'dark'; scale?: number }
export const LOOKS: readonly Look[] = [
  { size: '1440', scheme: 'light' },
  { size: '1440', scheme: 'dark' },
  { size: '390', scheme: 'light' },
  { size: '390', scheme: 'dark' },
]

const VIEWPORTS = { '1440': { width: 1440, height: 900 }, '390': { width: 390, height: 844 } }

const texts = createTexts(localesFolder)

/** The text of a key: `shell:logout.title`. */
export function say(key: string, params?: TextParams): string {
  return texts.text(LANGUAGE, key, params)
}

/** A text with a variable, as a pattern that matches any value. */
export function saying(key: string): RegExp {
  const [before = '', after = ''] = say(key, {
    name: '\0',
    count: '\0',
    title: '\0',
    email: '\0',
    day: '\0',
    days: '\0',
  }).split('\0')
  const quoted = [before, after].map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(quoted.join('.*'))
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...chromiumArgs(), '--disable-gpu'] })
}

/** A browser window of this look, for this person. */
export async function openContext(
  browser: Browser,
  world: World,
  look: Look,
  state?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: VIEWPORTS[look.size],
    deviceScaleFactor: look.scale ?? 1,
    hasTouch: look.size === '390',
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    locale: LANGUAGE,
    timezoneId: 'America/Mexico_City',
    storageState: state,
  })
  context.setDefaultTimeout(30_000)
  // The browser's clock is fixed like the server's; its timers run.
  await context.clock.setFixedTime(SHOWN_AT)
  return context
}

/** Collects the errors of a page from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** Chooses the language, signs in through the form (except for a visitor), and returns the browser's storage. */
export async function signInOnce(browser: Browser, world: World, role: Role) {
  const context = await openContext(browser, world, LOOKS[0]!)
  const page = await context.newPage()
  const errors = errorsOf(page)
  await page.goto('/')
  await page.getByRole('button', { name: say(`common:languages.${LANGUAGE}`) }).click()
  await page.locator(`html[lang="${LANGUAGE}"]`).waitFor()
  if (role === 'visitor') {
    const state = await context.storageState()
    await context.close()
    return state
  }
  await signInByForm(page, world.people[role])
  const state = await context.storageState()
  await context.close()
  if (errors.length > 0) throw new Error(`Signing in as ${role}:\n${errors.join('\n')}`)
  return state
}

/** Fills in the form of the page that is open, and waits for the first screen. */
export async function signInByForm(page: Page, { email, password }: SignIn): Promise<void> {
  await page.getByLabel(say('auth:email')).fill(email)
  await page.getByLabel(say('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('auth:signIn.submit') }).click()
  await page.waitForURL((url) => url.pathname !== '/')
  await settled(page)
}

/** Waits until the screen is complete: its title is visible, nothing is loading or moving. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (await page.getByText(say('common:chunk.title')).isVisible()) throw new Error('The screen did not load')
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Opens a screen and waits until the toast about the connection is gone. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  const toast = page.getByRole('status').getByRole('button', { name: say('common:close') })
  if (await toast.isVisible()) await toast.click()
}
