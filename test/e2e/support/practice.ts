import { test as base } from './fixtures.ts'
import type { Page } from '@playwright/test'
import { readEnglish, signIn } from './people.ts'
import { type States, stageStates } from './session-states.ts'
import { type Stage, stagePractice } from './stage.ts'

type Kept = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/**
 * For journeys that only look: they share the practices of their worker, and a sign-in of each person. What a journey
 * changes, the next one finds changed; whoever has to change something stages people of their own.
 */
export const test = base.extend<
  { signedIn: (person: { email: string }) => Promise<Page> },
  { practice: Stage; states: States; english: States; kept: Map<string, Kept> }
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
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs off this pattern.
  kept: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  signedIn: async ({ person, kept }, use) => {
    await use(async ({ email }) => {
      const storageState = kept.get(email)
      const page = await person(storageState && { storageState })
      if (storageState) await page.goto('/dashboard')
      else {
        await signIn(page, email)
        kept.set(email, await page.context().storageState())
      }
      return page
    })
  },
})
