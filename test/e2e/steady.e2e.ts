import type { CalendarDto } from '#contract/calendar/calendar.ts'
import type { UserId } from '#contract/values.ts'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { callApi, signIn, stageClient, stageCoach } from './support/people.ts'
import { stageClosed } from './support/stage.ts'

test('hours keep what was saved elsewhere meanwhile, and a link empties the search @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  await stageClient(server, coach)
  const { token } = coach
  const path = `/v1/coach/recurring-calendar/${coach.id}`
  const page = await person()
  await signIn(page, coach.email)

  await page.getByRole('link', { name: 'Calendario' }).first().click()
  await page.getByRole('link', { name: 'Mis horarios' }).click()
  await page.getByRole('tab', { name: 'Al agendar' }).click()
  await page.getByRole('combobox', { name: 'Aviso mínimo' }).click()
  await page.getByRole('option', { name: '12 horas' }).click()
  await expect(page.getByText('Tienes cambios sin guardar.')).toBeVisible()
  await callApi(server, 'PUT', path, { token, body: { cancelNoticeMin: 48 * 60 } })
  await expect(page.getByRole('combobox', { name: 'Aviso para cancelar' })).toHaveValue('48 horas')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Tus horarios se guardaron.')).toBeVisible()
  const saved = await callApi<CalendarDto>(server, 'GET', path, { token })
  expect([saved.minNoticeMin, saved.cancelNoticeMin]).toEqual([12 * 60, 48 * 60])

  await page.getByRole('link', { name: 'Mis Clientes' }).click()
  const search = page.getByRole('searchbox')
  await search.fill('nadie')
  await expect(page).toHaveURL(/search=nadie/)
  await page.getByRole('link', { name: 'Mis Clientes' }).click()
  await expect(page.getByRole('link', { name: 'Mariana Torres' })).toBeVisible()
  await expect(search).toHaveValue('')
})

test('an action is ticked and taken back by keyboard without losing the place; a client is offered no booking while their coach takes none (product D6), and still ticks actions @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const closed = await stageClosed(server, coach, client)
  const page = await person()
  await signIn(page, client.email, `/session/view/${closed}`)
  const check = page.getByRole('checkbox', { name: 'Escribir tres logros del año' })
  await check.focus()
  await page.keyboard.press('Space')
  await expect(check).toBeChecked()
  await expect(check).toBeFocused()
  await page.keyboard.press('Space')
  await expect(check).not.toBeChecked()
  await expect(check).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Pedir la reunión con mi jefa' })).not.toBeChecked()

  await server.inDatabase((db) =>
    db
      .updateTable('coaches')
      .set({ payment_status: 'none' })
      .where('id', '=', coach.id as UserId)
      .execute(),
  )
  // After another sign-in the client's browser knows it from the start.
  await signIn(page, client.email, `/session/view/${closed}`)
  await check.press('Space')
  await expect(check).toBeChecked()
  for (const [place, title] of [
    ['/calendar', 'Calendario'],
    [`/sessions/${client.clientId}/Client`, 'Mis sesiones'],
  ] as const) {
    await go(page, place)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('link', { name: /Agendar|Nueva sesión/ })).toHaveCount(0)
  }
  await go(page, '/session/new')
  await expect(page.getByText('Tu coach no puede recibir solicitudes por ahora.')).toBeVisible()
})
