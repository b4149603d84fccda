import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { callApi, signIn, stageClient, stageCoach } from '../support/people.ts'

const TEXT = 'Preguntar por la junta del martes'

const partOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

// @spec 2.39, P.83, P.85
test('a coach’s memorandum from the client’s page to its day, while the client sees nothing of it', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const other = await stageClient(server, staged)
  const [coach, client] = [await person(), await person()]
  await signIn(coach, staged.email)
  await signIn(client, other.email)

  await test.step('begun on the page of the client, it is about them', async () => {
    await coach.goto(`/clients/view/${other.clientId}`)
    await coach
      .getByRole('main')
      .getByRole('button', { name: /^Opciones de / })
      .click()
    await coach.getByRole('menuitem', { name: 'Nuevo memorándum', exact: true }).click()
    await expect(coach).toHaveURL(/\/memorandums\/new\?clientId=/)
    await coach.getByRole('button', { name: 'Guardar memorándum' }).click()
    await expect(coach.getByLabel(/^¿Qué quieres recordar\?/)).toHaveAccessibleDescription('Campo requerido')
    await coach.getByLabel(/^¿Qué quieres recordar\?/).fill(TEXT)
    await coach.getByRole('button', { name: 'Guardar memorándum' }).click()
    await expect(coach.getByText('Memorándum agregado.')).toBeVisible()
    await expect(coach.getByRole('link', { name: TEXT })).toBeVisible()
  })

  await test.step('at its hour the coach is notified live; it leads to the list', async () => {
    await server.jumpTo('2027-02-02T15:00:05.000Z')
    await coach.getByRole('button', { name: /^Notificaciones, \d/ }).click()
    await expect(coach.getByText('Memorándum del día')).toBeVisible()
    await expect(coach.getByText('Preguntar por l…')).toBeVisible()
    await coach
      .getByRole('link', { name: 'Ver más' })
      .or(coach.getByRole('button', { name: 'Ver más' }))
      .first()
      .click()
    await expect(coach).toHaveURL(/\/memorandums$/)
    await expect(coach.getByText('Solo tú ves tus memorándums.').first()).toBeVisible()
    await expect(partOf(coach, 'Hoy').getByRole('checkbox', { name: TEXT })).toBeVisible()
  })

  await test.step('postponed to tomorrow, done, and both undone', async () => {
    await coach.getByRole('button', { name: `Posponer: ${TEXT}` }).click()
    await coach.getByRole('menuitem', { name: /^Mañana/ }).click()
    await expect(coach.getByText('Pospuesto al 3 de febrero.')).toBeVisible()
    await expect(partOf(coach, 'Esta semana').getByText('Pospuesto, era el 2 de febrero')).toBeVisible()
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    // Done, it leaves this part at once: nothing is left there to be checked.
    await partOf(coach, 'Hoy').getByRole('checkbox', { name: TEXT }).click()
    await expect(coach.getByText('Memorándum hecho.')).toBeVisible()
    await expect(partOf(coach, 'Hechos').getByRole('checkbox', { name: TEXT })).toBeChecked()
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    await expect(partOf(coach, 'Hoy').getByRole('checkbox', { name: TEXT })).not.toBeChecked()
  })

  await test.step('another in one line; deleted, and back by the toast', async () => {
    await coach.getByRole('textbox', { name: 'Escribe un memorándum' }).fill('Comprar tarjetas')
    await coach.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(partOf(coach, 'Hoy').getByRole('checkbox', { name: 'Comprar tarjetas' })).toBeVisible()
    await coach.getByRole('button', { name: 'Más opciones: Comprar tarjetas' }).click()
    await coach.getByRole('menuitem', { name: 'Eliminar' }).click()
    await expect(coach.getByRole('checkbox', { name: 'Comprar tarjetas' })).toBeHidden()
    await coach.getByRole('button', { name: 'Deshacer' }).click()
    await expect(coach.getByRole('checkbox', { name: 'Comprar tarjetas' })).toBeVisible()
  })

  await test.step('it is in the coach’s day and calendar', async () => {
    await coach.goto('/dashboard')
    await expect(coach.getByRole('link', { name: TEXT })).toBeVisible()
    await coach.goto('/calendar?view=agenda')
    await coach.getByRole('link', { name: new RegExp(TEXT) }).click()
    await expect(coach).toHaveURL(/\/memorandums\/edit\//)
    await expect(coach.getByLabel(/^¿Qué quieres recordar\?/)).toHaveValue(TEXT)
  })

  await test.step('the client was told nothing, and has no such place', async () => {
    await expect(client.getByRole('button', { name: /^Notificaciones/ })).toBeVisible()
    const { token } = other
    const me = await callApi<{ id: string }>(server, 'GET', '/v1/auth/me', { token })
    const list = await callApi<object>(server, 'GET', `/v1/notification/all/${me.id}`, { token })
    expect(JSON.stringify(list)).not.toContain('junta')
    await client.goto('/memorandums')
    await expect(client.getByText(TEXT)).toBeHidden()
    await expect(client.getByText('Solo tú ves tus memorándums.')).toBeHidden()
  })
})
