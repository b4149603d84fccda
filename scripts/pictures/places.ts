// Every screen of the product by role, with its dialogs.
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { say, saying } from './browser.ts'
import { type Place, button, tab } from './place.ts'
import { calendar } from './calendar-places.ts'
import { clientFiles, clients, groups } from './practice-places.ts'
import { clientRecords, coachRecords } from './record-places.ts'
import type { Ids, Role } from './world.ts'

const type = 'Client'
const MISSING = '/no-such-place'
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

export function placesOf(role: Role, ids: Ids): Place[] {
  switch (role) {
    case 'visitor':
      return visitor(ids)
    case 'unpaid':
      return unpaid(ids)
    case 'coach':
      return [...coach(ids), ...account(), ...shell()]
    case 'client':
      return [...client(ids), ...account(), ...shell()]
  }
}

function visitor({ invitations }: Ids): Place[] {
  return [
    { name: 'landing', path: paths.home() },
    { name: 'landing-errors', path: paths.home(), act: button('auth:signIn.submit') },
    { name: 'landing-google', path: `${paths.home()}#google_error=cancelled` },
    { name: 'register', path: paths.register() },
    { name: 'register-errors', path: paths.register(), act: button('auth:register.submit') },
    { name: 'recovery', path: paths.recovery() },
    { name: 'recovery-errors', path: paths.recovery(), act: button('auth:recovery.ask') },
    {
      name: 'recovery-asked',
      path: paths.recovery(),
      act: async (page) => {
        await page.getByLabel(saying('auth:email')).fill('nadie@correo.example')
        await button('auth:recovery.ask')(page)
        await page.getByText(say('auth:recovery.asked')).waitFor()
      },
    },
    { name: 'recovery-new', path: `${paths.recovery()}?t=x` },
    { name: 'recovery-over', path: `${paths.recovery()}?t=` },
    { name: 'privacy', path: paths.privacy() },
    { name: 'terms', path: paths.terms() },
    { name: 'invitation', path: invitations.open },
    { name: 'invitation-decline', path: invitations.open, act: button('invitation:decline.button') },
    { name: 'invitation-shared', path: invitations.shared },
    { name: 'invitation-code', path: invitations.shared, act: askForCode, refused: true },
    { name: 'invitation-expired', path: invitations.expired, refused: true },
    { name: 'invitation-declined', path: invitations.declined, refused: true },
    { name: 'invitation-used', path: invitations.used, refused: true },
    { name: 'invitation-unknown', path: `${paths.invitation({ clientId: UNKNOWN_ID })}?t=x`, refused: true },
    { name: 'not-found', path: MISSING },
  ]
}

/** Answers a shared invitation as a new person, up to the mailed code. */
async function askForCode(page: Page): Promise<void> {
  await page.getByLabel(saying('auth:password')).first().fill('girasol-violeta-41')
  await page.getByLabel(saying('auth:repeatPassword')).fill('girasol-violeta-41')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await button('invitation:accept')(page)
  await page.getByLabel(saying('invitation:code.label')).waitFor()
}

function unpaid({ checkoutId }: Ids): Place[] {
  return [
    { name: 'payment', path: paths.payment() },
    { name: 'checkout', path: paths.sandboxCheckout({ checkoutId }) },
  ]
}

function coach(ids: Ids): Place[] {
  const { clientId } = ids
  return [
    { name: 'dashboard', path: paths.dashboard() },
    ...clients(ids),
    ...groups(ids),
    ...clientFiles(),
    ...calendar(),
    { name: 'session-new', path: paths.sessionNewCoach({ type }) },
    {
      name: 'session-new-filled',
      path: paths.sessionNewCoach({ type, clientId, startsAt: '2027-02-25T18:00:00.000Z' }),
    },
    {
      name: 'session-new-series',
      path: paths.sessionNewCoach({ type, clientId, startsAt: '2027-03-02T16:00:00.000Z' }),
      act: async (page) => {
        await page.getByRole('combobox', { name: say('schedule:repeat.label') }).click()
        await page.getByRole('option', { name: say('schedule:repeat.weekly') }).click()
        await page.getByRole('region', { name: say('booking:series.title') }).waitFor()
      },
    },
    { name: 'session-new-group', path: paths.sessionNewCoach({ type: 'Group', groupId: ids.groupId }) },
    { name: 'session-edit', path: paths.sessionEdit({ type, sessionId: ids.ahead }) },
    {
      name: 'session-move',
      path: paths.sessionView({ sessionId: ids.ahead, open: 'move' }),
      act: (page) => page.getByRole('dialog').waitFor(),
    },
    {
      name: 'session-propose',
      path: paths.sessionConfirm({ sessionId: ids.requested }),
      act: async (page) => {
        await button('moves:propose.open')(page)
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'session-history',
      path: paths.sessionView({ sessionId: ids.cancelledLate }),
      act: button('moves:history.title'),
    },
    { name: 'sessions-group', path: paths.sessionsOf({ type: 'Group', itemId: ids.groupId }) },
    { name: 'session-confirm', path: paths.sessionConfirm({ sessionId: ids.requested }) },
    {
      name: 'session-reject',
      path: paths.sessionConfirm({ sessionId: ids.requested }),
      act: button('sessions:confirm.reject'),
    },
    { name: 'session-view-soon', path: paths.sessionView({ sessionId: ids.soon }) },
    { name: 'session-view-ahead', path: paths.sessionView({ sessionId: ids.ahead }) },
    {
      name: 'session-cancel',
      path: paths.sessionView({ sessionId: ids.ahead }),
      act: button('sessions:view.cancel'),
    },
    { name: 'session-view-closed', path: paths.sessionView({ sessionId: ids.closed }) },
    { name: 'session-view-late', path: paths.sessionView({ sessionId: ids.cancelledLate }) },
    ...coachRecords(ids),
    { name: 'sessions', path: paths.sessionsOf({ type, itemId: clientId }) },
    {
      name: 'sessions-past',
      path: paths.sessionsOf({ type, itemId: clientId }),
      act: tab('sessions:list.tabs.past'),
    },
    { name: 'actions', path: paths.actionsOf({ type, itemId: clientId }) },
    { name: 'notifications', path: paths.notifications() },
    ...profile(),
    { name: 'company', path: paths.company() },
    { name: 'customization', path: paths.profileSection({ section: 'customization' }) },
  ]
}

/** The profile of every person. */
function profile(): Place[] {
  return [
    { name: 'settings', path: paths.settings() },
    {
      name: 'settings-leaving',
      path: paths.settings(),
      act: async (page) => {
        await page.getByLabel(saying('common:place.city')).fill('Oaxaca')
        await page.getByRole('link', { name: say('shell:profileTabs.profile') }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'profile', path: paths.profile() },
    { name: 'profile-info', path: paths.profileSection({ section: 'info' }) },
    { name: 'profile-contact', path: paths.profileSection({ section: 'contact' }) },
    { name: 'profile-about', path: paths.profileSection({ section: 'about' }) },
  ]
}

function client(ids: Ids): Place[] {
  const { clientId, own, invitations } = ids
  return [
    { name: 'dashboard', path: paths.dashboard() },
    { name: 'calendar', path: paths.calendar() },
    { name: 'calendar-month', path: `${paths.calendar()}?view=month` },
    { name: 'calendar-agenda', path: `${paths.calendar()}?view=agenda` },
    { name: 'session-new', path: paths.sessionNew() },
    { name: 'session-new-chosen', path: paths.sessionNew(), act: chooseSlot },
    { name: 'session-view-soon', path: paths.sessionView({ sessionId: own.soon }) },
    { name: 'session-view-ahead', path: paths.sessionView({ sessionId: own.ahead }) },
    {
      name: 'session-move',
      path: paths.sessionView({ sessionId: own.ahead, open: 'move' }),
      act: (page) => page.getByRole('dialog').waitFor(),
    },
    {
      name: 'session-cancel',
      path: paths.sessionView({ sessionId: own.ahead }),
      act: button('sessions:view.cancel'),
    },
    { name: 'session-view-closed', path: paths.sessionView({ sessionId: own.closed }) },
    { name: 'sessions', path: paths.sessionsOf({ type, itemId: clientId }) },
    {
      name: 'sessions-past',
      path: paths.sessionsOf({ type, itemId: clientId }),
      act: tab('sessions:list.tabs.past'),
    },
    { name: 'actions', path: paths.actions() },
    ...clientRecords(ids),
    { name: 'coach', path: paths.coach() },
    { name: 'invitation-of-another', path: invitations.open },
    { name: 'notifications', path: paths.notifications() },
    ...profile(),
  ]
}

/** Picks the second free start of the day that is open already. */
export async function chooseSlot(page: Page): Promise<void> {
  const slots = page.getByRole('group', { name: saying('sessions:newClient.slots') })
  await slots.getByRole('button').nth(1).click()
  await page.getByLabel(saying('sessions:newClient.objective')).waitFor()
}

/** How the signed-in person signs in; the same for both sides. */
function account(): Place[] {
  const path = paths.profileSection({ section: 'account' })
  return [
    { name: 'account', path },
    { name: 'account-password', path, act: button('account:password.change') },
    {
      name: 'contact-email',
      path: paths.profileSection({ section: 'contact' }),
      act: button('account:email.change'),
    },
  ]
}

/** The menus of the shell, the same for both sides. */
function shell(): Place[] {
  const path = paths.dashboard()
  const dialog = (page: Page) => page.getByRole('dialog').waitFor()
  const openUserMenu = async (page: Page) => {
    await page.getByRole('button', { name: saying('shell:user.online') }).click()
    await page.getByRole('menu').waitFor()
  }
  return [
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
        await page.getByRole('combobox', { name: saying('shell:palette.title') }).fill('me')
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
    { name: 'preparing', path: paths.resources() },
    { name: 'not-found', path: MISSING },
    // Last, because the browser remembers it.
    { name: 'collapsed', path, only: '1440', act: button('shell:collapse') },
  ]
}
