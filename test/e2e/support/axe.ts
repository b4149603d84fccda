import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

/** WCAG 2.2 AA and what axe itself recommends. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What size and scheme can change about an element that stays, and what concerns the page as a whole. */
const DRAWN = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'label-content-name-mismatch',
  'aria-hidden-focus',
  'duplicate-id-aria',
  'heading-order',
  'page-has-heading-one',
  'landmark-one-main',
  'landmark-unique',
  'landmark-no-duplicate-main',
  'landmark-no-duplicate-banner',
  'region',
  'bypass',
  'skip-link',
]

/**
 * Checks the current page against every rule of WCAG 2.2 AA that axe knows; a failure names rule and element. On a
 * screen that was checked whole before (`isWhole` false) only new elements are checked by every rule, the rest by those
 * that size and scheme can affect; `npm run test:looks` always checks everything.
 */
export async function expectAccessible(page: Page, what: string, isWhole = true): Promise<void> {
  // Axe lives in the page and stays there until it is left; only what it finds is handed out, which saves most of the
  // time. No screen has frames.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const isAll = isWhole || process.env['EVERY_LOOK'] === 'yes'
  const found = await page.evaluate(
    async ({ values, drawn, all }) => {
      const moving = () =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      // Half-way through a change of scheme or an overlay's entry the colours are nobody's.
      for (let some = moving(); some.length > 0; some = moving()) {
        await Promise.allSettled(some.map(({ finished }) => finished))
      }
      const here = globalThis as unknown as { axe: typeof axe; known?: WeakSet<Element> }
      const options = { resultTypes: ['violations'] } satisfies axe.RunOptions
      const byTags = { ...options, runOnly: { type: 'tag', values } } satisfies axe.RunOptions
      const known = here.known
      const elements = [...document.querySelectorAll('body *')]
      const news = elements.filter((each) => !known?.has(each) && known?.has(each.parentElement!))
      here.known = new WeakSet([document.body, ...elements])
      const results = []
      if (all || !known) results.push(await here.axe.run(document, byTags))
      else {
        results.push(await here.axe.run(document, { ...options, runOnly: { type: 'rule', values: drawn } }))
        // The first run takes its time: what a live update removed meanwhile cannot be looked at any more.
        const present = news.filter((each) => each.isConnected)
        if (present.length > 0) results.push(await here.axe.run({ include: present }, byTags))
      }
      const violations = results.flatMap((each) => each.violations)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
      )
    },
    { values: RULES, drawn: DRAWN, all: isAll },
  )
  expect.soft(found, what).toEqual([])
}

/** No screen is wider than its window: nothing is cut off and nothing scrolls sideways. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, `${what} is wider than the window`).toBeLessThanOrEqual(0)
}
