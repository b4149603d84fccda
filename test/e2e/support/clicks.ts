import type { Page } from '@playwright/test'

/** Counts a person's clicks and taps on this page from now on, whatever they hit; answers how to read the number. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const counted = { clicks: 0 }
    addEventListener('pointerdown', () => (counted.clicks += 1), { capture: true })
    return counted
  })
  return () => counter.evaluate(({ clicks }) => clicks)
}
