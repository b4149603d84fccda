import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

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

/** Waits until the screen is complete: it has its title, and nothing on it is loading. */
export async function settled(page: Page, what = page.url()): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), what).toBeVisible()
  await expect(page.locator('[aria-busy="true"]'), what).toHaveCount(0)
}

/** Lets the next answer of a call reach the page only after `until`: what the socket says is faster. */
export async function holdAnswer(page: Page, url: string, until: () => Promise<void>): Promise<void> {
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch()
      await until()
      await route.fulfill({ response })
    },
    { times: 1 },
  )
}
