import { visit } from '../support/looks.ts'
import { test } from '../support/practice.ts'

test('a coach can use home and clients', async ({ signedIn, practice: { coach, client } }) => {
  await visit(await signedIn(coach), [
    '/dashboard',
    '/clients',
    '/clients/new',
    '/clients/import',
    '/clients?search=zzz',
    `/clients/edit/${client.clientId}`,
    `/clients/view/${client.clientId}`,
    `/clients/view/${client.clientId}?tab=data`,
  ])
})

test('a coach can use the calendar', async ({ signedIn, practice: { coach } }) => {
  await visit(await signedIn(coach), [
    '/calendar?view=month',
    '/calendar?view=week',
    '/calendar?view=day',
    '/calendar?view=agenda',
    '/calendar/settings',
    '/calendar/settings?tab=days',
    '/calendar/settings?tab=booking',
    '/calendar/settings?tab=blocks',
    '/calendar/settings?tab=calendars',
  ])
})

test('a coach can book a session and change it', async ({ signedIn, practice, states }) => {
  await visit(await signedIn(practice.coach), [
    '/calendar/session/new/Client',
    '/calendar/session/new/Group',
    `/calendar/session/edit/Client/${practice.sessions.confirmed}`,
    `/session/confirm/${practice.sessions.requested}`,
  ])
  await visit(await signedIn(states.coach), [
    `/calendar/session/edit/Client/${states.sessions.series}`,
    `/calendar/session/edit/Group/${states.sessions.ofGroup}`,
    `/session/confirm/${states.sessions.movePending}`,
    `/session/confirm/${states.sessions.confirmed}`,
  ])
})

test('a coach can prepare and close a session', async ({
  signedIn,
  practice: { coach, sessions },
  states,
}) => {
  await visit(await signedIn(coach), [
    `/session/brief/${sessions.confirmed}`,
    `/session/finished/${sessions.toClose}`,
    `/session/finished/${sessions.closed}`,
    '/ending',
    `/ending/${sessions.toClose}`,
  ])
  await visit(await signedIn(states.coach), [
    `/session/finished/${states.sessions.ofGroupClosed}`,
    `/session/finished/${states.sessions.missedByClient}`,
  ])
})

test('a coach can use lists of sessions, actions and news', async ({ signedIn, practice, states }) => {
  await visit(await signedIn(practice.coach), [
    `/sessions/${practice.client.clientId}/Client`,
    `/actions/${practice.client.clientId}/Client`,
    '/notifications',
    '/groups',
    '/no-such-place',
  ])
  await visit(await signedIn(states.coach), [
    `/sessions/${states.groupId}/Group`,
    `/sessions/${states.client.clientId}/Client`,
  ])
})

test('a coach can use profile and settings', async ({ signedIn, practice: { coach } }) => {
  await visit(await signedIn(coach), [
    '/settings',
    '/profile',
    '/profile/info',
    '/profile/customization',
    '/company',
    '/profile/contact',
    '/profile/about',
    '/profile/account',
  ])
})
