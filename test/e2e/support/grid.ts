import type { Page } from '@playwright/test'

/** How far apart two hours of the calendar's grid are, in pixels: its rows fill the window. */
export async function heightBetween(page: Page, from: string, to: string): Promise<number> {
  const [start, end] = await Promise.all(
    [from, to].map(async (time) => (await page.getByText(time, { exact: true }).first().boundingBox())!.y),
  )
  return end! - start!
}
