// What both sides see alike: the menus of the shell, and the profile.
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { say, saying } from './browser.ts'
import { dataShots } from './data-shots.ts'
import { type Shot, type Shots, button } from './shot.ts'

type SettingsScreen =
  | 'settings'
  | 'profile'
  | 'profileInfo'
  | 'profileContact'
  | 'profileAbout'
  | 'profileAccount'
  | 'profileActivity'
  | 'profileNotifications'

const account = paths.profileSection({ section: 'account' })
const contact = paths.profileSection({ section: 'contact' })

/** The profile of every person, and how they sign in. */
export const settingsShots: Record<SettingsScreen, Shots> = {
  settings: [
    { name: 'settings', path: paths.settings() },
    {
      name: 'settings-leaving',
      path: paths.settings(),
      act: async (page) => {
        await page.getByLabel(saying('common:residence.city')).fill('Oaxaca')
        await page.getByRole('link', { name: say('shell:profileTabs.profile') }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  profile: [{ name: 'profile', path: paths.profile() }],
  profileNotifications: [
    { name: 'profile-notifications', path: paths.profileSection({ section: 'notifications' }) },
  ],
  profileInfo: [{ name: 'profile-info', path: paths.profileSection({ section: 'info' }) }],
  profileContact: [
    { name: 'profile-contact', path: contact },
    { name: 'contact-email', path: contact, act: button('account:email.change') },
  ],
  profileAbout: [{ name: 'profile-about', path: paths.profileSection({ section: 'about' }) }],
  profileAccount: [
    { name: 'account', path: account },
    { name: 'account-password', path: account, act: button('account:password.change') },
    ...dataShots(account),
  ],
  profileActivity: [{ name: 'account-activity', path: paths.profileSection({ section: 'activity' }) }],
}

const path = paths.dashboard()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const openUserMenu = async (page: Page) => {
  await page.getByRole('button', { name: saying('shell:user.online') }).click()
  await page.getByRole('menu').waitFor()
}

/** The menus of the shell, and the screens that are not built yet. */
export const shellShots: readonly Shot[] = [
  {
    name: 'bell',
    path,
    act: async (page) => {
      await page.getByRole('button', { name: new RegExp(`^${say('shell:notifications.title')}`) }).click()
      await dialog(page)
    },
  },
  {
    name: 'messages-popover',
    path,
    act: async (page) => {
      await page.getByRole('button', { name: new RegExp(`^${say('shell:messages.title')}`) }).click()
      await dialog(page)
    },
  },
  {
    name: 'palette',
    path,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('me')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'palette-all',
    path,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'user-menu', path, act: openUserMenu },
  {
    name: 'logout',
    path,
    act: async (page) => {
      await openUserMenu(page)
      await page.getByRole('menuitem', { name: say('shell:user.signOut') }).click()
      await page.getByText(say('shell:logout.title')).waitFor()
    },
  },
  {
    name: 'drawer',
    path,
    only: '390',
    act: async (page) => {
      await button('shell:menu.open')(page)
      await dialog(page)
    },
  },
  { name: 'not-found', path: '/no-such-place' },
  // Last, because the browser remembers it.
  { name: 'collapsed', path, only: '1440', act: button('shell:collapse') },
]
