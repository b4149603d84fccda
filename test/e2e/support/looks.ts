import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './axe.ts'
import { expect } from './fixtures.ts'

const EVERY_LOOK = [
  { name: 'desktop, light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'desktop, dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'phone, dark', colorScheme: 'dark', width: 390, height: 844 },
  { name: 'phone, light', colorScheme: 'light', width: 390, height: 844 },
] as const
type Look = (typeof EVERY_LOOK)[number]

/** `npm test` sees each scheme once and each size once; `npm run test:looks` sees every pair. */
const LOOKS: readonly Look[] = EVERY_LOOK.filter(
  (_, index) => process.env['EVERY_LOOK'] === 'yes' || index % 2 === 0,
)

/** The look a page has now, if it is one of them. */
async function lookOf(page: Page): Promise<Look | undefined> {
  const size = page.viewportSize()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const isNow = ({ colorScheme, width, height }: Look) =>
    (colorScheme === 'dark') === isDark && width === size?.width && height === size.height
  return LOOKS.find(isNow)
}

/** Gives a page the size and the scheme of a look. */
async function wear(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
}

/** Waits until the screen is complete: it has its title, and nothing on it is loading. */
export async function settled(page: Page, what = page.url()): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), what).toBeVisible()
  await expect(page.locator('[aria-busy="true"]'), what).toHaveCount(0)
}

/**
 * Checks the page in both schemes and sizes. It starts with the current one, because rendering a screen again costs as
 * much as checking it.
 */
export async function inEveryLook(page: Page, what: string, look: (what: string) => Promise<void>) {
  const now = await lookOf(page)
  const looks = now ? LOOKS.toSorted((a, b) => Number(b === now) - Number(a === now)) : LOOKS
  for (const each of looks) {
    if (each !== now) await wear(page, each)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', each.colorScheme)
    await look(`${what} (${each.name})`)
  }
}

/** Opens each page, waits until its content is visible, and checks it. */
export async function visit(page: Page, places: readonly string[], way = go): Promise<void> {
  for (const place of places) {
    await way(page, place)
    await inEveryLook(page, place, async (what) => {
      await settled(page, what)
      await expectAccessible(page, what)
      await expectFits(page, what)
    })
  }
}

/** Opens a place by its address, as a link in a mail does. */
export async function open(page: Page, place: string): Promise<void> {
  await page.goto(place)
}

const NOWHERE = '/no-such-place'

/**
 * Navigates like a link of the product: the loaded state stays, and axe in the page too. It goes via a screen with a
 * different title, so that the awaited title cannot be the previous screen's. The product has to be open already.
 */
export async function go(page: Page, place: string): Promise<void> {
  if (place === NOWHERE) return open(page, place)
  const nowhere = page.getByRole('heading', { level: 1, name: /^(No encontramos|We couldn’t find) / })
  await steer(page, NOWHERE)
  await expect(nowhere, place).toBeVisible()
  await steer(page, place)
  await expect(nowhere, place).toHaveCount(0)
}

/** Changes the address without loading anything; the router hears of it as of the way back. */
function steer(page: Page, place: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, place)
}
