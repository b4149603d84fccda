import { expect, test } from './support/fixtures.ts'
import { callApi, signIn, signInByForm, stageClient, stageCoach } from './support/people.ts'
import { stageClosed, stageSession } from './support/stage.ts'

const EXPIRED = 'Su sesión ha expirado, por favor inicie sesión nuevamente'

test('a correction in progress survives a sign-in that was ended elsewhere @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const record = `/session/finished/${await stageClosed(server, staged, await stageClient(server, staged))}`
  const coach = await person()
  const summary = () => coach.getByRole('textbox', { name: 'Resumen para Mariana' })
  await signIn(coach, staged.email, record)
  await coach.getByRole('button', { name: 'Corregir' }).click()
  await summary().fill('Con tres ejemplos escritos.')
  // Kept a moment after the last key.
  await expect
    .poll(() => coach.evaluate(() => Object.keys(localStorage).some((key) => key.includes('.correction.'))))
    .toBe(true)

  await server.inDatabase((db) =>
    db
      .deleteFrom('auth_sessions')
      .where('user_id', '=', staged.id as never)
      .execute(),
  )
  await expect(coach.getByText(EXPIRED)).toBeVisible()
  await signInByForm(coach, staged.email)
  // A load, after which only what was stored is left.
  await coach.goto(record)
  await expect(summary()).toHaveValue('Con tres ejemplos escritos.')
  await expect(coach.getByText('Recuperamos lo que habías escrito y no enviaste.')).toBeVisible()
  await coach.getByRole('button', { name: 'Cancelar' }).click()
  await expect(coach.getByRole('button', { name: 'Corregir' })).toBeVisible()
  await coach.reload()
  await coach.getByRole('button', { name: 'Corregir' }).click()
  // Up to the record, which may have the same address.
  await coach.getByRole('link', { name: 'Sesión 1 con Mariana' }).click()
  await expect(coach.getByRole('button', { name: 'Corregir' })).toBeVisible()
})

test('signing out sends a preparation, and says when it cannot (product D16) @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const staged = await stageClient(server, coach)
  const [startsAt, endsAt] = ['2027-02-02T18:00:00.000Z', '2027-02-02T19:00:00.000Z']
  const sessionId = await stageSession(server, coach, staged, startsAt, endsAt)
  const client = await person()
  await signIn(client, staged.email, `/session/view/${sessionId}`)
  const busy = { code: 'request.too_many', error: 'Demasiadas solicitudes.', requestId: 'x' }
  await client.route('**/preparation', (route) => route.fulfill({ status: 429, json: busy }))
  await client.getByLabel('¿En qué quieres enfocarte hoy?').fill('Pedir la reunión')
  await client.getByRole('button', { name: /Mariana Torres/ }).click()
  await client.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  const dialog = client.getByRole('dialog')
  await expect(
    dialog.getByText('Antes de salir, enviaremos lo que escribiste en tu preparación.'),
  ).toBeVisible()
  const leave = dialog.getByRole('button', { name: 'Salir' })
  await leave.click()
  await expect(dialog.getByText('No pudimos enviar lo que escribiste en tu preparación.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  // The line is back before anybody leaves.
  await client.unroute('**/preparation')
  await client.getByRole('button', { name: /Mariana Torres/ }).click()
  await client.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await leave.click()
  await expect(client.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  const session = await callApi<{ preparations: { answers: { focus?: string } }[] }>(
    server,
    'GET',
    `/v1/session/${sessionId}`,
    { token: coach.token },
  )
  expect(session.preparations.map(({ answers }) => answers.focus)).toEqual(['Pedir la reunión'])
})
