import type { Page } from '@playwright/test'
import { openPage } from './browsers.ts'
import { test as base, expect } from './fixtures.ts'
import { readEnglish, signIn } from './people.ts'
import { type States, stageStates } from './session-states.ts'
import { type Stage, stagePractice } from './stage.ts'

/** The people with a browser in this worker, and the errors there since the last check. */
type Desk = { pages: Map<string, Page>; errors: string[] }

/**
 * For journeys that only look. In one worker (playwright.config.ts) they share its practices, and a page for each person,
 * which has loaded everything once. What a journey changes, the next one finds changed; a journey that has to change
 * something stages separate people. None of them takes a `person`, whose end sets the clock back: the sign-ins that
 * are shared would lie in the future then.
 */
export const test = base.extend<
  { signedIn: (person: { email: string }) => Promise<Page> },
  { practice: Stage; states: States; english: States; desk: Desk }
>({
  practice: [async ({ server }, use) => use(await stagePractice(server)), { scope: 'worker' }],
  states: [async ({ server }, use) => use(await stageStates(server)), { scope: 'worker' }],
  // Others than of `states`, who read Spanish.
  english: [
    async ({ server }, use) => {
      const states = await stageStates(server)
      for (const person of [states.coach, states.client]) await readEnglish(server, person)
      await use(states)
    },
    { scope: 'worker' },
  ],
  desk: [
    // Staging moves the server's clock: it comes before anybody signs in, whose token would lie in the future then.
    async ({ practice: _practice, states: _states, english: _english }, use) => {
      const desk: Desk = { pages: new Map(), errors: [] }
      await use(desk)
      for (const page of desk.pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],

  signedIn: async ({ browser, server, desk }, use) => {
    await use(async ({ email }) => {
      const known = desk.pages.get(email)
      // A journey may have left something open; a new page has nothing.
      if (known) {
        if ((await known.getByRole('dialog').count()) > 0) await known.goto('/dashboard')
        return known
      }
      const page = await openPage(browser, server, desk.errors)
      desk.pages.set(email, page)
      await signIn(page, email)
      return page
    })
    expect(desk.errors.splice(0)).toEqual([])
  },
})
