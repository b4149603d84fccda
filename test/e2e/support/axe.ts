import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Looks at what stands on the page now by every rule of WCAG 2.2 AA that axe knows; a miss names rule and place. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Half-way through a change of scheme or an overlay's entry the colours are nobody's.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const isEndless = effect?.getComputedTiming().iterations === Infinity
      return isEndless || playState !== 'running'
    }),
  )
  // No screen has frames, so everything is looked at in the page itself, without a second one to put parts together.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect.soft(found, what).toEqual([])
}

/** No screen is wider than its window: nothing is cut off and nothing scrolls sideways. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, `${what} is wider than the window`).toBeLessThanOrEqual(0)
}
