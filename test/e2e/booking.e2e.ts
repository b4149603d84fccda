import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import {
  callApi,
  mailed,
  moveToTijuana,
  newEmail,
  signIn,
  stageClient,
  stageCoach,
} from './support/people.ts'

const hours = (page: Page) => page.getByRole('group', { name: /^Horarios libres/ }).getByRole('button')

/** Clicks, and counts what it clicked. */
function counted() {
  const clicked: string[] = []
  const click = async (what: Locator, name: string) => {
    await what.click()
    clicked.push(name)
  }
  return { clicked, click }
}

// Monday 1 February 2027, 9:00 in Mexico City.
test('a session is booked by three clicks: the person, an offered hour, Agendar', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  await moveToTijuana(server, mariana)
  const [coach, client] = [await person(), await person()]
  await signIn(client, mariana.email, `/sessions/${mariana.clientId}/Client`)
  await signIn(coach, staged.email, '/calendar/session/new/Client')
  const { clicked, click } = counted()

  await click(coach.getByRole('button', { name: /^Mariana/ }), 'person')
  // The hours are in both zones as soon as it is clear for whom.
  await click(hours(coach).filter({ hasText: '8:00 h para Mariana' }).first(), 'hour')
  await expect(coach.getByText('Para Mariana: 8:00 h')).toBeVisible()
  await click(coach.getByRole('button', { name: 'Agendar sesión' }), 'book')
  await expect(coach.getByText('Sesión agendada. Ya le avisamos a Mariana.')).toBeVisible()
  expect(clicked).toEqual(['person', 'hour', 'book'])
  // She sees it without a reload.
  await expect(client.getByText(/8:00–9:00\sh/)).toBeVisible()
})

test('from the person it is two clicks, as usual for them; what was booked meanwhile is said by its name @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  const andres = await stageClient(server, staged, { name: 'Andrés', lastName: 'Castillo' })
  const book = (clientId: string, startsAt: string, endsAt: string, more = {}) =>
    callApi(server, 'POST', '/v1/session', {
      token: staged.token,
      body: { type: 'Client', clientId, startsAt, endsAt, outsideHours: true, ...more },
    })
  await book(mariana.clientId, '2027-01-25T16:00:00.000Z', '2027-01-25T17:30:00.000Z', {
    place: 'Consultorio Roma',
  })
  const coach = await person()
  await signIn(
    coach,
    staged.email,
    `/calendar/session/new/Client?clientId=${mariana.clientId}&date=2027-02-08`,
  )
  await expect(
    coach.getByRole('button', { name: 'Más opciones 90 min · En persona · No se repite' }),
  ).toBeVisible()
  const { clicked, click } = counted()
  await click(hours(coach).first(), 'hour')

  await test.step('somebody is faster', async () => {
    await book(andres.clientId, '2027-02-08T15:00:00.000Z', '2027-02-08T16:00:00.000Z', {
      title: 'Con Andrés',
    })
    await expect(coach.getByText('Se empalma con Con Andrés')).toBeVisible()
    await expect(coach.getByRole('button', { name: 'Agendar sesión' })).toBeDisabled()
    await expect(coach.getByRole('button', { name: /^Mariana/ })).toHaveAttribute('aria-pressed', 'true')
  })
  // It is offered until the hours are fetched again.
  await expect(hours(coach).filter({ hasText: /^9:00\sh/ })).toHaveCount(0)
  clicked.length = 0
  await click(hours(coach).first(), 'hour')
  await click(coach.getByRole('button', { name: 'Agendar sesión' }), 'book')
  await expect(coach).toHaveURL(/\/session\/view\//)
  expect(clicked).toEqual(['hour', 'book'])
  await expect(coach.getByText('En persona: Consultorio Roma')).toBeVisible()
})

test('any other hour refuses at once what clashes, and a past one leads to recording @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const mariana = await stageClient(server, staged)
  await callApi(server, 'POST', '/v1/session', {
    token: staged.token,
    body: {
      type: 'Client',
      clientId: mariana.clientId,
      title: 'Arranque',
      startsAt: '2027-02-09T16:00:00.000Z',
      endsAt: '2027-02-09T17:00:00.000Z',
    },
  })
  const coach = await person()
  const at = (startsAt: string) =>
    `/calendar/session/new/Client?clientId=${mariana.clientId}&startsAt=${startsAt}`
  await signIn(coach, staged.email, at('2027-02-09T16:30:00.000Z'))
  await expect(coach.getByText('Se empalma con Arranque')).toBeVisible()
  await expect(coach.getByRole('button', { name: 'Agendar sesión' })).toBeDisabled()
  await coach.getByRole('button', { name: 'Ver horarios libres' }).click()
  await expect(hours(coach).first()).toBeVisible()
  await coach.getByRole('button', { name: 'Otro horario' }).click()
  const time = coach.getByRole('group', { name: 'Otro horario' })
  await time.getByLabel('Hora', { exact: true }).fill('21')
  await time.getByLabel('Minutos').fill('00')
  await expect(coach.getByText('Fuera de tu horario')).toBeVisible()
  await coach.getByRole('button', { name: 'Crear de todos modos' }).click()
  await expect(coach.getByText('Sesión agendada. Ya le avisamos a Mariana.')).toBeVisible()

  await test.step('what has passed is recorded, in words of the past, and closed at once', async () => {
    await coach.goto(at('2027-01-28T16:00:00.000Z'))
    await expect(coach.getByRole('heading', { level: 1, name: 'Registrar sesión pasada' })).toBeVisible()
    await expect(coach.getByRole('heading', { name: '¿Cuándo fue?' })).toBeVisible()
    await expect(hours(coach)).toHaveCount(0)
    await coach.getByRole('button', { name: 'Registrar sesión' }).click()
    await expect(coach).toHaveURL(/\/session\/finished\//)
    await expect(coach.getByText('Sesión registrada. Ahora escribe su cierre.')).toBeVisible()
  })
})

test('somebody who was never invited is booked, and the invitation that goes with it names the session @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const email = newEmail('client')
  const { id: clientId } = await callApi<{ id: string }>(server, 'POST', '/v1/client', {
    token: staged.token,
    body: { name: 'Luz', lastName: 'Vega', email, invite: false },
  })
  const coach = await person()
  await signIn(coach, staged.email, `/calendar/session/new/Client?clientId=${clientId}`)
  await expect(coach.getByText('Todavía no invitas a Luz. Verá la sesión cuando acepte')).toBeVisible()
  await coach.getByRole('checkbox', { name: 'Enviarle la invitación al agendar' }).check()
  await hours(coach).first().click()
  await coach.getByRole('button', { name: 'Agendar sesión' }).click()
  await expect(coach.getByText(`Sesión agendada. La invitación va en camino a ${email}.`)).toBeVisible()
  await expect(coach.getByText('Luz aún no acepta tu invitación.')).toBeVisible()
  await expect(coach.getByRole('button', { name: 'Reenviar invitación' })).toBeVisible()

  const invited = await person()
  await invited.goto(await mailed(server, email, /https?:\S+\/invitation\/\S+/))
  await expect(invited.getByText(/^Tu próxima sesión: /)).toBeVisible()
})
