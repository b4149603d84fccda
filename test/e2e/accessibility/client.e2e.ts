import { visit } from '../support/looks.ts'
import { test } from '../support/practice.ts'

test('a client can use home, actions, coach and news', async ({ signedIn, practice: { client } }) => {
  await visit(await signedIn(client), ['/dashboard', '/actions', '/coach', '/notifications', '/goals'])
})

test('a client can use calendar and sessions', async ({
  signedIn,
  practice: { client, sessions },
  states,
}) => {
  await visit(await signedIn(client), [
    '/session/new',
    `/session/view/${sessions.closed}`,
    `/ending/${sessions.closed}`,
    `/sessions/${client.clientId}/Client`,
  ])
  await visit(await signedIn(states.client), [
    '/calendar?view=month',
    '/calendar?view=week',
    '/calendar?view=day',
    '/calendar?view=agenda',
  ])
})

test('a client can book, and look back', async ({ signedIn, states: { client, groupId, sessions } }) => {
  await visit(await signedIn(client), [
    '/session/new/2027-02-10',
    '/ending',
    `/ending/${sessions.toClose}`,
    `/ending/${sessions.ofGroupClosed}`,
    `/sessions/${groupId}/Group`,
    `/sessions/${client.clientId}/Client`,
  ])
})

test('a client can use profile and settings', async ({ signedIn, practice: { client } }) => {
  await visit(await signedIn(client), [
    '/settings',
    '/profile',
    '/profile/info',
    '/profile/contact',
    '/profile/about',
    '/profile/account',
  ])
})
