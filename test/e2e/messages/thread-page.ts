import type { Page } from '@playwright/test'

// An open thread, as somebody sees and uses it.

/** Where a message is written. */
export const field = (page: Page) => page.getByRole('textbox', { name: 'Mensaje', exact: true })
export const messages = (page: Page) => page.getByRole('article')

/** Sends a message. */
export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}
