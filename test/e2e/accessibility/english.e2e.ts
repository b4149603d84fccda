import type { Page } from '@playwright/test'
import { expectEnglish } from '../support/english.ts'
import { go, settled } from '../support/navigation.ts'
import { test } from '../support/practice.ts'
import { WRITTEN, type States } from '../support/session-states.ts'

async function readAll(page: Page, places: readonly string[]): Promise<void> {
  for (const place of places) {
    await go(page, place)
    await settled(page, place)
    await expectEnglish(page, place, WRITTEN)
  }
}

/** Each state of a session, the calendar, what is over. */
const sessionsOf = ({ client, groupId, sessions }: States) => [
  ...Object.values(sessions).map((sessionId) => `/session/view/${sessionId}`),
  '/calendar?view=month',
  '/calendar?view=week',
  '/calendar?view=day',
  '/calendar?view=agenda',
  '/ending',
  `/ending/${sessions.toClose}`,
  `/sessions/${groupId}/Group`,
  `/sessions/${client.clientId}/Client`,
]

const OWN = [
  '/dashboard',
  '/notifications',
  '/settings',
  '/profile/info',
  '/profile/contact',
  '/profile/about',
  '/profile/account',
]

test('a coach reads sessions and calendar in English alone @long', async ({ signedIn, english }) => {
  await readAll(await signedIn(english.coach), sessionsOf(english))
})

test('a coach reads what they do with them in English alone @long', async ({ signedIn, english }) => {
  const { client, groupId, sessions } = english
  await readAll(await signedIn(english.coach), [
    `/session/confirm/${sessions.requested}`,
    `/session/confirm/${sessions.movePending}`,
    `/session/brief/${sessions.confirmed}`,
    `/session/finished/${sessions.toClose}`,
    `/session/finished/${sessions.ofGroupClosed}`,
    `/calendar/session/edit/Group/${sessions.ofGroup}`,
    `/calendar/session/edit/Client/${sessions.series}`,
    '/calendar/session/new/Client',
    '/calendar/settings',
    '/calendar/settings?tab=days',
    '/calendar/settings?tab=booking',
    '/calendar/settings?tab=blocks',
    '/calendar/settings?tab=calendars',
    `/actions/${client.clientId}/Client`,
    `/groups/view/${groupId}`,
    `/groups/view/${groupId}?tab=members`,
  ])
})

test('a coach reads lists, forms and settings in English alone @long', async ({ signedIn, english }) => {
  const { clientId } = english.client
  await readAll(await signedIn(english.coach), [
    ...OWN,
    '/clients',
    '/clients/new',
    '/clients/import',
    `/clients/view/${clientId}`,
    `/clients/view/${clientId}?tab=data`,
    '/groups',
    '/groups/new',
    '/profile/customization',
    '/company',
  ])
})

test('a client reads English alone @long', async ({ signedIn, english }) => {
  await readAll(await signedIn(english.client), [
    ...sessionsOf(english),
    ...OWN,
    '/session/new/2027-02-10',
    '/actions',
    '/coach',
    '/goals',
  ])
})
