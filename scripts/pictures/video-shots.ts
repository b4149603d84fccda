// The room of a session: its lobby, the call while one waits there, and the page of other channels.
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { say } from './browser.ts'
import { type Shot, type Shots, button, tab } from './shot.ts'

type Rooms = { soon: string; elsewhere: string; isCoach: boolean }

/** The room of a session that is about to be held in it, and the page of one that is held elsewhere. */
export function roomShots({ soon, elsewhere, isCoach }: Rooms): Shots {
  const path = paths.sessionRoom({ sessionId: soon })
  return [
    { name: 'room-lobby', path, act: previewed },
    { name: 'room-waiting', path, act: joined },
    {
      name: 'room-devices',
      path,
      act: async (page) => {
        await joined(page)
        await button('video:controls.more')(page)
        await page.getByRole('menuitem', { name: say('video:devices.title') }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    ...(isCoach ? ['agenda', 'private', 'shared', 'chat'] : ['agenda', 'notes', 'actions', 'chat']).map(
      (name): Shot => ({
        name: `room-work-${name}`,
        path,
        act: async (page) => {
          await joined(page)
          await button('video:drawer.open')(page)
          await tab(`video:drawer.tabs.${name}`)(page)
        },
      }),
    ),
    { name: 'room-ahead', path: paths.sessionRoom({ sessionId: elsewhere }) },
  ]
}

/** The camera shows something. */
async function previewed(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('video:own.hide') }).waitFor()
}

async function joined(page: Page): Promise<void> {
  await previewed(page)
  await button('video:door.join')(page)
  await page.getByRole('toolbar').waitFor()
}
