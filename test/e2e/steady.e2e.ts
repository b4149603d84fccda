import type { CalendarDto } from '#contract/calendar.ts'
import { expect, test } from './support/fixtures.ts'
import { callApi, signIn } from './support/people.ts'
import { stagePractice } from './support/stage.ts'

test('what two tabs change of the same settings is kept, and a link empties the search', async ({
  person,
  server,
}) => {
  const { coach } = await stagePractice(server)
  const first = await person()
  await signIn(first, coach.email)
  const second = await first.context().newPage()
  const choose = async (page: typeof first, label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  await first.goto('/calendar/settings')
  await choose(first, 'Aviso mínimo', '12 horas')
  await second.goto('/calendar/settings')
  await choose(second, 'Aviso para cancelar', '48 horas')
  await second.getByRole('button', { name: 'Guardar' }).click()
  await expect(second.getByText('Tus horarios se guardaron.')).toBeVisible()
  await expect(first.getByRole('combobox', { name: 'Aviso para cancelar' })).toHaveValue('48 horas')
  await first.getByRole('button', { name: 'Guardar' }).click()
  await expect(first.getByText('Tus horarios se guardaron.')).toBeVisible()
  const saved = await callApi<CalendarDto>(server, 'GET', `/v1/coach/recurring-calendar/${coach.id}`, {
    token: coach.token,
  })
  expect([saved.minNoticeMin, saved.cancelNoticeMin]).toEqual([12 * 60, 48 * 60])

  await first.goto('/clients?search=nadie')
  const search = first.getByRole('searchbox')
  await expect(search).toHaveValue('nadie')
  await first.getByRole('link', { name: 'Mis Clientes' }).click()
  await expect(first.getByRole('link', { name: 'Mariana Torres' })).toBeVisible()
  await expect(search).toHaveValue('')
})

test('an action is ticked and taken back by keyboard without losing the place', async ({
  person,
  server,
}) => {
  const { client, sessions } = await stagePractice(server)
  const page = await person()
  await signIn(page, client.email)
  await page.goto(`/session/view/${sessions.closed}`)
  const check = page.getByRole('checkbox', { name: 'Escribir tres logros del año' })
  await check.focus()
  await page.keyboard.press('Space')
  await expect(check).toBeChecked()
  await expect(check).toBeFocused()
  await page.keyboard.press('Space')
  await expect(check).not.toBeChecked()
  await expect(check).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Pedir la reunión con mi jefa' })).not.toBeChecked()
})
