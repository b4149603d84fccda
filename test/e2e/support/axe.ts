import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

/** WCAG 2.2 AA and what axe itself recommends. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Looks at what stands on the page now by every rule of WCAG 2.2 AA that axe knows; a miss names rule and place. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Axe lives in the page and stays there until it is left; only what it finds is handed out, which saves most of the
  // time. No screen has frames.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (values) => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    // Half-way through a change of scheme or an overlay's entry the colours are nobody's.
    for (let some = moving(); some.length > 0; some = moving()) {
      await Promise.allSettled(some.map(({ finished }) => finished))
    }
    const here = globalThis as unknown as { axe: typeof axe }
    const { violations } = await here.axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    )
  }, RULES)
  expect.soft(found, what).toEqual([])
}

/** No screen is wider than its window: nothing is cut off and nothing scrolls sideways. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, `${what} is wider than the window`).toBeLessThanOrEqual(0)
}
