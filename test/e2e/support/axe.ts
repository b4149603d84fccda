import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

/** WCAG 2.2 AA and what axe itself recommends. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Checks the current page against every rule of WCAG 2.2 AA that axe knows; a failure names rule and element. The frame
 * around the screens (header, navigation) is skipped where the same markup was checked before on this page in the same
 * size and scheme, unless everything is asked for (`npm run test:looks`). `behind` names a part of the page that something
 * open lies over: what it half covers is too small to press until it is closed, and is checked without it elsewhere. What
 * a bar at the edge of the window half covers is looked at again in its middle, where a person scrolls it to press it.
 */
export async function expectAccessible(page: Page, what: string, behind?: 'main'): Promise<void> {
  // Axe lives in the page and stays there until it is left; only what it finds is handed out, which saves most of the
  // time. No screen has frames.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // Nobody reads the markup of what it looks at: a failure names rule and element.
    await page.evaluate(`${axe.source}; axe.configure({ noHtml: true })`)
  }
  const found = await page.evaluate(
    async ({ values, all, behind }) => {
      const moving = () =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      // Half-way through a change of scheme or an overlay's entry the colours are nobody's.
      for (let some = moving(); some.length > 0; some = moving()) {
        await Promise.allSettled(some.map(({ finished }) => finished))
      }
      const here = globalThis as unknown as { axe: typeof axe; checked?: Set<string> }
      const checked = (here.checked ??= new Set())
      const scheme = document.documentElement.dataset['mantineColorScheme']
      const frame = [...document.querySelectorAll('header, nav')].filter((part) => !part.closest('main'))
      const known = frame.filter((part) => {
        const markup = `${scheme} ${innerWidth} ${part.outerHTML}`
        const isKnown = checked.has(markup)
        checked.add(markup)
        return isKnown && !all
      })
      const { violations } = await here.axe.run(
        { exclude: [...known, ...(behind ? document.querySelectorAll(behind) : [])] },
        { resultTypes: ['violations'], runOnly: { type: 'tag', values } },
      )
      const isStillSmall = async (selector: string) => {
        const target = document.querySelector(selector)
        target?.scrollIntoView({ block: 'center', behavior: 'instant' })
        const rule = { type: 'rule' as const, values: ['target-size'] }
        return !target || (await here.axe.run(target, { runOnly: rule })).violations.length > 0
      }
      const place = scrollY
      const failing: string[] = []
      for (const { id, nodes } of violations) {
        let targets = nodes.map(({ target }) => target.join(' '))
        if (id === 'target-size') {
          const small: string[] = []
          for (const selector of targets) if (await isStillSmall(selector)) small.push(selector)
          targets = small
          scrollTo({ top: place, behavior: 'instant' })
        }
        if (targets.length > 0) failing.push(`${id}: ${targets.join(' | ')}`)
      }
      return failing
    },
    { values: RULES, all: process.env['EVERY_LOOK'] === 'yes', behind },
  )
  expect.soft(found, what).toEqual([])
}

/** No screen is wider than its window: nothing is cut off and nothing scrolls sideways. */
export async function expectFits(page: Page, what: string): Promise<void> {
  // After a change of size the page is laid out again once a media query has noticed it.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect
    .configure({ soft: true })
    .poll(overflow, `${what} is wider than the window`)
    .toBeLessThanOrEqual(0)
}
