import { expectWalkable } from '../support/keyboard.ts'
import { go, settled } from '../support/navigation.ts'
import { test } from '../support/practice.ts'

/** On a phone's size the bar at the foot and the header leave the least room. */
const SMALL = { width: 390, height: 844 }
const LARGE = { width: 1440, height: 900 }

test('a coach walks by keyboard @long', async ({ signedIn, states: { coach, groupId, sessions } }) => {
  const page = await signedIn(coach)
  await page.setViewportSize(LARGE)
  for (const place of [
    '/calendar?view=month',
    '/calendar?view=week',
    `/session/confirm/${sessions.movePending}`,
    '/ending',
    `/sessions/${groupId}/Group`,
  ]) {
    await go(page, place)
    await settled(page)
    await expectWalkable(page, place)
  }
})

test('a coach walks by keyboard on a small screen @long', async ({
  signedIn,
  states: { coach, sessions },
}) => {
  const page = await signedIn(coach)
  await page.setViewportSize(SMALL)
  for (const place of [
    '/calendar?view=agenda',
    `/session/view/${sessions.movePending}`,
    `/calendar/session/edit/Group/${sessions.ofGroup}`,
  ]) {
    await go(page, place)
    await settled(page)
    await expectWalkable(page, place)
  }
})

test('a client walks by keyboard on a small screen @long', async ({
  signedIn,
  states: { client, sessions },
}) => {
  const page = await signedIn(client)
  await page.setViewportSize(SMALL)
  for (const place of [
    '/session/new/2027-02-10',
    `/session/view/${sessions.proposed}`,
    `/session/view/${sessions.running}`,
    '/ending',
    `/ending/${sessions.toClose}`,
  ]) {
    await go(page, place)
    await settled(page)
    await expectWalkable(page, place)
  }
})
