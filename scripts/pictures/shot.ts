// One screen of the product as somebody sees it, and what is done on it before the picture is taken.
import type { Page } from '@playwright/test'
import { type Look, saying } from './browser.ts'

export type Shot = {
  /** The picture's name, after the role's. */
  name: string
  path: string
  /** What a person does there before the picture is taken. */
  act?: (page: Page) => Promise<void>
  /** Only at this size. */
  only?: Look['size']
  /** The answer is an error the browser reports, on purpose. */
  refused?: true
}

/** What is shown of one screen: at least one picture. */
export type Shots = readonly [Shot, ...Shot[]]

/** Presses the first button of a text. */
export const button = (key: string) => (page: Page) =>
  page
    .getByRole('button', { name: saying(key) })
    .first()
    .click()
/** Presses the first button of a text that opens a dialog, and waits for the dialog: it can be loaded late. */
export const opener = (key: string) => async (page: Page) => {
  await button(key)(page)
  await page.getByRole('dialog').waitFor()
}
/** Opens a tab. */
export const tab = (key: string) => (page: Page) => page.getByRole('tab', { name: saying(key) }).click()
