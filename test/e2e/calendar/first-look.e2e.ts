import { expect, test } from '../support/fixtures.ts'
import { callApi, signIn, stageClient, stageCoach } from '../support/people.ts'
import { shiftsOf, watchShifts } from '../support/shifts.ts'
import { stageClosed } from '../support/stage.ts'

/** Today is Tuesday 2 February 2027. Thursday at 5:00 and Friday at 16:00 in Mexico City. */
const EARLY = { startsAt: '2027-02-04T11:00:00.000Z', endsAt: '2027-02-04T12:00:00.000Z' }
const LATER = { startsAt: '2027-02-05T22:00:00.000Z', endsAt: '2027-02-05T23:00:00.000Z' }

test('the calendar comes without moving, with the working day in sight although a session is early @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  for (const times of [EARLY, LATER]) {
    await callApi(server, 'POST', '/v1/session', {
      token: coach.token,
      body: { type: 'Client', clientId: client.clientId, ...times, outsideHours: true },
    })
  }
  // The grid is shown once two frames are alike, and frames are what Playwright's clock reorders.
  const page = await person({ viewport: { width: 1440, height: 900 }, isNew: true, ownClock: true })
  await signIn(page, coach.email)
  await watchShifts(page)
  for (const view of ['week', 'day', 'month']) {
    await page.goto(`/calendar?view=${view}&date=2027-02-05`)
    await expect(page.getByRole('link', { name: /16:00.*Mariana/ })).toBeVisible()
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.01)
  }
  await page.goto('/calendar?view=week&date=2027-02-05')
  await expect(page.getByRole('link', { name: /16:00.*Mariana/ })).toBeInViewport()
  await expect(page.getByRole('link', { name: /5:00–6:00.*Mariana/ })).not.toBeInViewport()
})

test('week and day open with the working day in sight, whole, under a notice too @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  // Their browser is in another zone: a notice above every screen says so.
  const options = { viewport: { width: 1440, height: 900 }, timezoneId: 'America/Tijuana' }
  const page = await person({ ...options, isNew: true, ownClock: true })
  await signIn(page, coach.email)
  for (const view of ['week', 'day']) {
    await page.goto(`/calendar?view=${view}&date=2027-02-05`)
    await expect(page.getByText('Parece que estás en')).toBeVisible()
    await expect(page.getByText('9:00', { exact: true })).toBeInViewport()
    await expect(page.getByText('19:00', { exact: true })).toBeInViewport()
    await expect(page.getByText('3:00', { exact: true })).not.toBeInViewport()
  }
  // Without the message that one is connected, the page is as high as the window.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
})

test('a client’s usual day fits the calendar beside what is due on whole days @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await stageClosed(server, coach, client)
  const page = await person({ viewport: { width: 1440, height: 900 }, isNew: true, ownClock: true })
  await signIn(page, client.email)
  await page.goto('/calendar?view=week&date=2027-02-02')
  await expect(page.getByText('Pedir la reunión con mi jefa')).toBeInViewport()
  await expect(page.getByText('8:00', { exact: true })).toBeInViewport()
  await expect(page.getByText('20:00', { exact: true })).toBeInViewport()
})

test('on a phone the calendar opens as today’s agenda under the days of its week @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await callApi(server, 'POST', '/v1/session', {
    token: coach.token,
    body: { type: 'Client', clientId: client.clientId, ...LATER, outsideHours: true },
  })
  const page = await person({ viewport: { width: 390, height: 844 } })
  await signIn(page, coach.email)
  await watchShifts(page)
  await page.goto('/calendar')
  const week = page.getByRole('group', { name: 'Días de la semana' })
  await expect(week.getByRole('button', { pressed: true })).toHaveAccessibleName(/martes 2 de febrero/)
  await expect(page.getByRole('heading', { name: /martes 2 de febrero/ })).toBeVisible()
  await expect(page.getByText('16:00–17:00 h')).toBeInViewport()
  expect(await shiftsOf(page)).toBeLessThanOrEqual(0.01)

  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  await expect(week.getByRole('button', { pressed: true })).toHaveAccessibleName(/martes 9 de febrero/)
  await page.getByText('Mes', { exact: true }).click()
  await expect(page.getByRole('group', { name: 'Días del mes' })).toBeVisible()
  await page.getByRole('button', { name: 'viernes 5 de febrero, 1 evento' }).click()
  await expect(page.getByText('16:00–17:00 h')).toBeVisible()
})
