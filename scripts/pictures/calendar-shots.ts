// The calendar of a coach in each of its views, its dialogs, and its settings.
import type { Page } from '@playwright/test'
import { CALENDAR_TABS, paths } from '#web/paths.ts'
import { say, saying } from './browser.ts'
import { type Shots, button, opener } from './shot.ts'

const path = paths.calendar()

const fromMenu = (key: string) => async (page: Page) => {
  await button('calendar:more')(page)
  await page.getByRole('menuitem', { name: say(key) }).click()
  await page.getByRole('dialog').waitFor()
}

export const calendarShots: Record<'calendar' | 'calendarSettings', Shots> = {
  calendar: [
    { name: 'calendar-block', path, act: fromMenu('calendar:block.title') },
    { name: 'calendar-feed', path, act: fromMenu('calendar:feed.title') },
    ...['month', 'week', 'day', 'agenda'].map((view) => ({
      name: `calendar-${view}`,
      path: `${path}?view=${view}`,
    })),
    { name: 'calendar-session', path: `${path}?view=agenda`, act: openSession },
    {
      name: 'calendar-move',
      path: `${path}?view=agenda`,
      act: async (page) => {
        await openSession(page)
        await button('calendar:reschedule')(page)
        await page.getByRole('dialog', { name: say('schedule:move.title') }).waitFor()
      },
    },
  ],
  calendarSettings: [
    {
      name: 'calendar-special-day',
      path: paths.calendarSettings({ tab: 'days' }),
      act: async (page) => {
        await button('calendar:overrides.add')(page)
        await page.getByRole('dialog').getByText(say('calendar:overrides.kinds.hours')).click()
      },
    },
    {
      name: 'calendar-special-day-edit',
      path: paths.calendarSettings({ tab: 'days' }),
      act: opener('calendar:overrides.edit'),
    },
    ...CALENDAR_TABS.map((tab) => ({
      name: `calendar-settings-${tab}`,
      path: paths.calendarSettings({ tab }),
    })),
  ],
}

async function openSession(page: Page): Promise<void> {
  const options = page.getByRole('button', { name: new RegExp(`^${say('calendar:options').split('{{')[0]}`) })
  for (const each of await options.all()) {
    await each.click()
    if (await page.getByRole('button', { name: saying('calendar:reschedule') }).count()) return
    await page.keyboard.press('Escape')
  }
}
