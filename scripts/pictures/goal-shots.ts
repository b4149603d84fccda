// The goals of a client, and everything that opens on them.
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { say, saying } from './browser.ts'
import { type Shots, button } from './shot.ts'
import type { Ids } from './world.ts'

/** Opens the goal that was worded first. */
async function open(page: Page): Promise<void> {
  await page.getByRole('article').getByRole('button').first().click()
  // A member may only read the goals of a group: no menu is there.
  await page.getByRole('dialog').getByRole('region').first().waitFor()
}

/** Opens it and asks for something. */
const ask = (what: Parameters<typeof say>[0]) => async (page: Page) => {
  await open(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say(what) })
    .click()
}

/** Opens it where what was noted of it is on screen. */
const checkIns = async (page: Page) => {
  await open(page)
  await page.getByRole('region', { name: say('goals:detail.checkIns') }).scrollIntoViewIfNeeded()
}

const menu = async (page: Page) => {
  await open(page)
  await page.getByRole('button', { name: say('goals:detail.menu') }).click()
}

const wizard = (steps: number) => async (page: Page) => {
  await button('goals:new.title')(page)
  await page.getByLabel(saying('goals:new.questions.what')).fill('Correr diez kilómetros')
  for (let step = 0; step < steps; step++) await button('goals:new.next')(page)
}

/** The goals of a group, as one of its members sees them. */
export function groupGoalShots({ groupId }: Ids): Shots {
  const path = paths.goalsOf({ type: 'Group', itemId: groupId })
  return [
    { name: 'goals-of-group', path },
    { name: 'goal-of-group', path, act: open },
  ]
}

export const goalShots: Shots = [
  { name: 'goals', path: paths.goals() },
  { name: 'goal', path: paths.goals(), act: open },
  { name: 'goal-menu', path: paths.goals(), act: menu },
  { name: 'goal-check-ins', path: paths.goals(), act: checkIns },
  { name: 'goal-check-in', path: paths.goals(), act: ask('goals:do.checkIn') },
  { name: 'goal-achieved', path: paths.goals(), act: ask('goals:do.achieve') },
  {
    name: 'goal-edit',
    path: paths.goals(),
    act: async (page) => {
      await menu(page)
      await page.getByRole('menuitem', { name: say('goals:do.edit') }).click()
    },
  },
  { name: 'goal-new', path: paths.goals(), act: wizard(0) },
  {
    name: 'goal-new-measure',
    path: paths.goals(),
    act: async (page) => {
      await wizard(1)(page)
      await page.getByText(say('goals:measures.number'), { exact: true }).click()
    },
  },
  { name: 'goal-new-steps', path: paths.goals(), act: wizard(2) },
  {
    name: 'goal-new-free',
    path: paths.goals(),
    act: async (page) => {
      await button('goals:new.title')(page)
      await page.getByText(say('goals:new.free')).click()
    },
  },
]
