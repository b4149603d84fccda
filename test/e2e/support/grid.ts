import type { Page } from '@playwright/test'

/** How far apart two hours of the calendar's grid are, in pixels: its rows fill the window. */
export async function heightBetween(page: Page, from: string, to: string): Promise<number> {
  const [start, end] = await Promise.all(
    [from, to].map(async (time) => (await page.getByText(time, { exact: true }).first().boundingBox())!.y),
  )
  return end! - start!
}

/**
 * How far an entry is dragged beyond a time to get there, in pixels, a third of a quarter of an hour: at the time itself
 * a single pixel would decide between two quarters.
 */
export const WELL_PAST = 6
