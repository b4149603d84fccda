import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './axe.ts'
import { expect } from './fixtures.ts'
import { go, settled } from './navigation.ts'

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
