// Every screen of the product by who sees it, with what can be opened on it; a screen without a picture does not compile.
import type { Page } from '@playwright/test'
import type { ClientScreen, CoachScreen, PublicScreen } from '#web/app/screens.ts'
import { paths } from '#web/paths.ts'
import { say, saying } from './browser.ts'
import { clientMessages, coachMessages } from './message-shots.ts'
import { calendarShots } from './calendar-shots.ts'
import { type Shot, type Shots, button, tab } from './shot.ts'
import { goalShots, groupGoalShots } from './goal-shots.ts'
import { clientShots, groupShots, importShots, memorandumShots } from './practice-shots.ts'
import { clientRecords, coachRecords } from './record-shots.ts'
import { resourceShots } from './resource-shots.ts'
import { settingsShots, shellShots } from './shell-shots.ts'
import { roomShots } from './video-shots.ts'
import type { Ids, Role } from './world.ts'

const type = 'Client'
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'
const MISSING = '/no-such-place'

/** What comes before payment. */
type UnpaidScreen = 'payment' | 'paymentDone' | 'sandboxCheckout'

/** The pictures of a role by their screens; those not of one screen under the name of the frame. */
export function shotsOf(role: Role, ids: Ids): Record<string, readonly Shot[]> {
  switch (role) {
    case 'visitor':
      return { ...visitor(ids), frame: [{ name: 'not-found', path: MISSING }, ...unsubscribing(ids)] }
    case 'unpaid':
      return unpaid(ids)
    case 'coach':
      return { ...coach(ids), frame: shellShots }
    case 'client':
      return { ...client(ids), frame: shellShots }
  }
}

/** The page that the links of mails lead to, which the server writes itself. */
function unsubscribing({ unsubscribe }: Ids): readonly Shot[] {
  const press = (name: 'undo' | 'mute') => async (page: Page) => {
    const pressed = page.locator(`button[name=${name}]`)
    // It may be as the look before has left it.
    if (await pressed.isVisible()) await pressed.click()
    await page.locator(`button[name=${name === 'undo' ? 'mute' : 'undo'}]`).waitFor()
  }
  return [
    { name: 'unsubscribe', path: unsubscribe, act: press('undo') },
    { name: 'unsubscribe-done', path: unsubscribe, act: press('mute') },
    { name: 'unsubscribe-unknown', path: '/unsubscribe?t=x', refused: true },
  ]
}

function visitor({ invitations }: Ids): Record<Exclude<PublicScreen, UnpaidScreen>, Shots> {
  return {
    home: [
      { name: 'landing', path: paths.home() },
      { name: 'landing-errors', path: paths.home(), act: button('auth:signIn.submit') },
      { name: 'landing-google', path: `${paths.home()}#google_error=cancelled` },
    ],
    register: [
      { name: 'register', path: paths.register() },
      { name: 'register-errors', path: paths.register(), act: button('auth:register.submit') },
    ],
    recovery: [
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
      { name: 'recovery-new', path: `${paths.recovery()}?t=x`, refused: true },
      { name: 'recovery-over', path: `${paths.recovery()}?t=` },
    ],
    privacy: [{ name: 'privacy', path: paths.privacy() }],
    terms: [{ name: 'terms', path: paths.terms() }],
    invitation: [
      { name: 'invitation', path: invitations.open },
      { name: 'invitation-decline', path: invitations.open, act: button('invitation:decline.button') },
      { name: 'invitation-shared', path: invitations.shared },
      { name: 'invitation-code', path: invitations.shared, act: askForCode, refused: true },
      { name: 'invitation-expired', path: invitations.expired, refused: true },
      { name: 'invitation-declined', path: invitations.declined, refused: true },
      { name: 'invitation-used', path: invitations.used, refused: true },
      {
        name: 'invitation-unknown',
        path: `${paths.invitation({ clientId: UNKNOWN_ID })}?t=x`,
        refused: true,
      },
    ],
  }
}

/** Answers a shared invitation as a new person, up to the mailed code. */
async function askForCode(page: Page): Promise<void> {
  await page.getByLabel(saying('auth:password')).first().fill('girasol-violeta-41')
  await page.getByLabel(saying('auth:repeatPassword')).fill('girasol-violeta-41')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await button('invitation:accept')(page)
  await page.getByLabel(saying('invitation:code.label')).waitFor()
}

function unpaid({ checkoutId }: Ids): Record<UnpaidScreen, Shots> {
  return {
    payment: [
      { name: 'payment', path: paths.payment() },
      {
        name: 'payment-safety',
        path: paths.payment(),
        act: (page) => page.getByText(say('payment:safety')).click(),
      },
    ],
    paymentDone: [{ name: 'payment-done', path: paths.paymentDone() }],
    sandboxCheckout: [{ name: 'checkout', path: paths.sandboxCheckout({ checkoutId }) }],
  }
}

function coach(ids: Ids): Record<Exclude<CoachScreen, UnpaidScreen>, Shots> {
  const { clientId } = ids
  const sessions = paths.sessionsOf({ type, itemId: clientId })
  return {
    ...clientShots(ids),
    clientImport: importShots(),
    ...groupShots(ids),
    ...memorandumShots(ids),
    ...calendarShots,
    ...coachRecords(ids),
    ...resourceShots(ids),
    ...coachMessages(ids),
    ...settingsShots,
    profilePayment: [{ name: 'profile-payment', path: paths.profileSection({ section: 'payment' }) }],
    dashboardCoach: [{ name: 'dashboard', path: paths.dashboard() }],
    sessionNewCoach: [
      { name: 'session-new', path: paths.sessionNewCoach({ type }) },
      { name: 'session-new-of', path: paths.sessionNewCoach({ type, clientId }), act: chooseHour },
      { name: 'session-new-past', path: paths.sessionNewCoach({ type, clientId, past: '1' }) },
      {
        name: 'session-new-filled',
        path: paths.sessionNewCoach({ type, clientId, startsAt: '2027-02-25T18:00:00.000Z' }),
      },
      {
        name: 'session-new-series',
        path: paths.sessionNewCoach({ type, clientId, startsAt: '2027-03-02T16:00:00.000Z' }),
        act: async (page) => {
          await button('booking:more.title')(page)
          await page.getByRole('combobox', { name: say('schedule:repeat.label') }).click()
          await page.getByRole('option', { name: say('schedule:repeat.weekly') }).click()
          await page.getByRole('region', { name: say('booking:series.title') }).waitFor()
        },
      },
      { name: 'session-new-group', path: paths.sessionNewCoach({ type: 'Group', groupId: ids.groupId }) },
    ],
    sessionEdit: [{ name: 'session-edit', path: paths.sessionEdit({ type, sessionId: ids.ahead }) }],
    sessionConfirm: [
      { name: 'session-confirm', path: paths.sessionConfirm({ sessionId: ids.requested }) },
      {
        name: 'session-reject',
        path: paths.sessionConfirm({ sessionId: ids.requested }),
        act: button('sessions:confirm.reject'),
      },
      {
        name: 'session-propose',
        path: paths.sessionConfirm({ sessionId: ids.requested }),
        act: async (page) => {
          await button('moves:propose.open')(page)
          await chooseHour(page)
        },
      },
    ],
    sessionRoom: roomShots({ soon: ids.soon, elsewhere: ids.ahead, isCoach: true }),
    sessionView: [
      { name: 'session-view-soon', path: paths.sessionView({ sessionId: ids.soon }) },
      { name: 'session-view-ahead', path: paths.sessionView({ sessionId: ids.ahead }) },
      {
        name: 'session-move',
        path: paths.sessionView({ sessionId: ids.ahead, open: 'move' }),
        act: chooseHour,
      },
      {
        name: 'session-move-own',
        path: paths.sessionView({ sessionId: ids.ahead, open: 'move' }),
        act: button('sessions:times.own'),
      },
      {
        name: 'session-cancel',
        path: paths.sessionView({ sessionId: ids.ahead, open: 'cancel' }),
        act: (page) => page.getByRole('dialog').waitFor(),
      },
      { name: 'session-view-closed', path: paths.sessionView({ sessionId: ids.closed }) },
      { name: 'session-view-late', path: paths.sessionView({ sessionId: ids.cancelledLate }) },
      {
        name: 'session-history',
        path: paths.sessionView({ sessionId: ids.closed }),
        act: button('moves:history.title'),
      },
    ],
    sessions: [
      { name: 'all-sessions', path: paths.sessions() },
      { name: 'all-sessions-none-found', path: paths.sessions({ search: 'nadie' }) },
    ],
    sessionsOf: [
      { name: 'sessions', path: sessions },
      { name: 'sessions-past', path: sessions, act: tab('sessions:list.tabs.past') },
      { name: 'sessions-group', path: paths.sessionsOf({ type: 'Group', itemId: ids.groupId }) },
    ],
    actions: [
      { name: 'all-actions', path: paths.actions() },
      { name: 'all-actions-overdue', path: paths.actions({ status: 'overdue' }) },
      { name: 'all-actions-none-found', path: paths.actions({ search: 'nadie' }) },
      { name: 'all-actions-open', path: paths.actions(), act: openFirstAction },
    ],
    actionsOf: [
      { name: 'actions-of-group', path: paths.actionsOf({ type: 'Group', itemId: ids.groupId }) },
      {
        name: 'action-new-group',
        path: paths.actionsOf({ type: 'Group', itemId: ids.groupId }),
        act: newAction,
      },
      { name: 'actions', path: paths.actionsOf({ type, itemId: clientId }) },
      { name: 'actions-none', path: paths.actionsOf({ type, itemId: ids.invitedClientId }) },
      {
        name: 'action-new',
        path: paths.actionsOf({ type, itemId: clientId }),
        act: async (page) => {
          await page.getByRole('button', { name: say('shell:new.open'), exact: true }).click()
          await page.getByRole('menuitem', { name: saying('shell:new.action') }).click()
          await page.getByRole('dialog').getByLabel(saying('actions:new.text')).waitFor()
        },
      },
      {
        name: 'action-new-for',
        path: paths.actionsOf({ type, itemId: clientId }),
        act: newAction,
      },
    ],
    goalsOf: [
      { name: 'goals', path: paths.goalsOf({ type, itemId: clientId }) },
      { name: 'goals-none', path: paths.goalsOf({ type, itemId: ids.invitedClientId }) },
      { name: 'goals-group', path: paths.goalsOf({ type: 'Group', itemId: ids.groupId }) },
    ],
    notesOf: [
      { name: 'notes', path: paths.notesOf({ type, itemId: clientId }) },
      { name: 'notes-none', path: paths.notesOf({ type, itemId: ids.invitedClientId }) },
      { name: 'notes-found', path: paths.notesOf({ type, itemId: clientId }), act: findNotes },
      {
        name: 'note-new',
        path: paths.notesOf({ type, itemId: clientId, open: 'new', session: ids.own.ahead }),
        act: noteText,
      },
      { name: 'note', path: paths.notesOf({ type, itemId: clientId }), act: openNote },
      {
        name: 'note-share',
        path: paths.notesOf({ type, itemId: clientId }),
        act: async (page) => {
          await openNote(page)
          await button('notes:share.open')(page)
          await page.getByText(saying('notes:share.text.Client')).waitFor()
        },
      },
      {
        name: 'note-versions',
        path: paths.notesOf({ type, itemId: clientId }),
        act: async (page) => {
          await page.getByRole('button', { name: /Delegar el reporte/ }).click()
          await button('notes:versions.open')(page)
          await page.getByRole('button', { name: saying('notes:versions.restore') }).waitFor()
        },
      },
    ],
    notifications: [{ name: 'notifications', path: paths.notifications() }],
    company: [{ name: 'company', path: paths.company() }],
    customization: [{ name: 'customization', path: paths.profileSection({ section: 'customization' }) }],
  }
}

function client(ids: Ids): Record<ClientScreen | 'invitation', Shots> {
  const { clientId, own, invitations } = ids
  const sessions = paths.sessionsOf({ type, itemId: clientId })
  return {
    ...clientRecords(ids),
    ...clientMessages(ids),
    resources: [{ name: 'resources', path: paths.resources() }],
    resourcesOf: [{ name: 'resources-of', path: paths.resourcesOf({ type, itemId: clientId }) }],
    resourceView: [
      { name: 'resource-view', path: paths.resourceView({ resourceId: ids.resources.done }) },
      { name: 'resource-view-link', path: paths.resourceView({ resourceId: ids.resources.open }) },
    ],
    ...settingsShots,
    dashboardClient: [{ name: 'dashboard', path: paths.dashboard() }],
    calendar: [
      { name: 'calendar', path: paths.calendar() },
      { name: 'calendar-month', path: `${paths.calendar()}?view=month` },
      { name: 'calendar-agenda', path: `${paths.calendar()}?view=agenda` },
    ],
    sessionNewClient: [
      { name: 'session-new', path: paths.sessionNew() },
      { name: 'session-new-chosen', path: paths.sessionNew(), act: chooseSlot },
    ],
    sessionRoom: roomShots({ soon: own.soon, elsewhere: own.ahead, isCoach: false }),
    sessionView: [
      { name: 'session-view-soon', path: paths.sessionView({ sessionId: own.soon }) },
      { name: 'session-view-ahead', path: paths.sessionView({ sessionId: own.ahead }) },
      {
        name: 'session-move',
        path: paths.sessionView({ sessionId: own.ahead, open: 'move' }),
        act: (page) => page.getByRole('dialog').waitFor(),
      },
      {
        name: 'session-cancel',
        path: paths.sessionView({ sessionId: own.ahead, open: 'cancel' }),
        act: (page) => page.getByRole('dialog').waitFor(),
      },
      { name: 'session-view-closed', path: paths.sessionView({ sessionId: own.closed }) },
    ],
    sessionsOf: [
      { name: 'sessions', path: sessions },
      { name: 'sessions-past', path: sessions, act: tab('sessions:list.tabs.past') },
    ],
    actions: [
      { name: 'actions', path: paths.actions() },
      { name: 'action-new', path: paths.actions(), act: newAction },
      { name: 'action-open', path: paths.actions(), act: openFirstAction },
    ],
    actionsOf: [{ name: 'actions-of', path: paths.actionsOf({ type, itemId: clientId }) }],
    goals: goalShots,
    goalsOf: [{ name: 'goals-of', path: paths.goalsOf({ type, itemId: clientId }) }, ...groupGoalShots(ids)],
    coach: [{ name: 'coach', path: paths.coach() }],
    invitation: [{ name: 'invitation-of-another', path: invitations.open }],
    notifications: [{ name: 'notifications', path: paths.notifications() }],
  }
}

async function newAction(page: Page): Promise<void> {
  await button('actions:new.title')(page)
  await page.getByRole('dialog').getByLabel(saying('actions:new.text')).waitFor()
}

async function noteText(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: saying('notes:edit.text') }).waitFor()
}

async function openNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Primera sesión/ }).click()
  await noteText(page)
}

async function findNotes(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: saying('notes:list.search') }).fill('delegar')
  await page.getByText(saying('notes:found.everywhere')).waitFor()
}

/** Opens the first action of a list. */
async function openFirstAction(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link').filter({ visible: true }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Picks the second free start of the day that is open already. */
export async function chooseSlot(page: Page): Promise<void> {
  const slots = page.getByRole('group', { name: saying('sessions:newClient.slots') })
  await slots.getByRole('button').nth(1).click()
  await page.getByLabel(saying('sessions:newClient.objective')).waitFor()
}

/** Chooses the first hour that is offered. */
async function chooseHour(page: Page): Promise<void> {
  const hours = page.getByRole('group', { name: saying('sessions:newClient.slots') })
  await hours.getByRole('button').first().click()
}
