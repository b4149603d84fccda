// One screen of the product for one person, and the steps before its picture is taken.
import type { Page } from '@playwright/test'
import { type Look, saying } from './browser.ts'

export type Place = {
  /** The picture's name, after the role's. */
  name: string
  path: string
  /** The steps before the picture is taken. */
  act?: (page: Page) => Promise<void>
  /** Only at this size. */
  only?: Look['size']
  /** The response is an error that the browser reports, on purpose. */
  refused?: true
}

/** Presses the first button with a text. */
export const button = (key: string) => (page: Page) =>
  page
    .getByRole('button', { name: saying(key) })
    .first()
    .click()
/** Opens a tab. */
export const tab = (key: string) => (page: Page) => page.getByRole('tab', { name: saying(key) }).click()
