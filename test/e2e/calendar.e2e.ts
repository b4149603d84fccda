import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { heightBetween, WELL_PAST } from './support/grid.ts'
import { callApi, moveToTijuana, signIn, stageClient, stageCoach } from './support/people.ts'

/** High enough that no toast covers the dragged entry. */
const DESK = { width: 1440, height: 1100 }
const PHONE = { width: 390, height: 844 }

/** Thursday 4 February 2027, 10:00 in Mexico City and 8:00 in Tijuana. */
const SESSION = { startsAt: '2027-02-04T16:00:00.000Z', endsAt: '2027-02-04T17:00:00.000Z' }

/** The box of the session in the grid: its name begins with its time. */
const sessionIn = (page: Page) => page.getByRole('link', { name: /Sesión 1 con Mariana/ })

/** Presses in the grid at one height and lets go at another, as somebody who draws or drags. */
async function drag(page: Page, x: number, fromY: number, toY: number): Promise<void> {
  await page.mouse.move(x, fromY)
  await page.mouse.down()
  await page.mouse.move(x, (fromY + toY) / 2, { steps: 4 })
  await page.mouse.move(x, toY, { steps: 4 })
  await page.mouse.up()
}

// @spec 3.15, 3.16
test('a coach blocks, closes and moves; the client sees it at once in another zone', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const stagedClient = await stageClient(server, staged)
  await moveToTijuana(server, stagedClient)
  await callApi(server, 'POST', '/v1/session', {
    token: staged.token,
    body: { type: 'Client', clientId: stagedClient.clientId, ...SESSION },
  })
  const coach = await person({ viewport: DESK, timezoneId: 'Europe/Madrid', isNew: true })
  const client = await person({ viewport: PHONE })
  await Promise.all([
    signIn(coach, staged.email, '/calendar'),
    signIn(client, stagedClient.email, '/calendar'),
  ])

  await test.step('both see the session at their own time, whatever the browser’s zone is', async () => {
    await expect(sessionIn(coach)).toContainText('10:00–11:00 h')
    await expect(sessionIn(coach)).toContainText('Confirmada')
    await expect(client.getByText('8:00–9:00 h')).toBeVisible()
    await client.getByRole('button', { name: 'jueves 4 de febrero, 1 evento' }).click()
    await expect(client.getByRole('heading', { name: 'jueves 4 de febrero' })).toBeVisible()
  })

  await test.step('the coach blocks time without end; deleting a series asks how much of it', async () => {
    await coach.getByRole('button', { name: 'Más opciones del calendario' }).click()
    await coach.getByRole('menuitem', { name: 'Bloquear tiempo' }).click()
    const dialog = coach.getByRole('dialog', { name: 'Bloquear tiempo' })
    await dialog.getByLabel('Título').fill('Comida')
    await dialog.getByRole('combobox', { name: 'Se repite' }).click()
    await coach.getByRole('option', { name: 'Cada semana' }).click()
    await dialog.getByRole('combobox', { name: 'Termina' }).click()
    await coach.getByRole('option', { name: 'Sin fin' }).click()
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await expect(coach.getByText('Bloqueaste ese tiempo. Nadie podrá pedirlo.')).toBeVisible()
    const block = coach.getByRole('button', { name: /Comida/ })
    await block.focus()
    await coach.keyboard.press('Enter')
    const popover = coach.getByRole('dialog', { name: 'Comida' })
    await expect(popover.getByText('Se repite sin fin')).toBeVisible()
    await popover.getByRole('button', { name: 'Desbloquear' }).click()
    const asking = coach.getByRole('dialog', { name: '¿Desbloquear este tiempo?' })
    await expect(asking.getByRole('radio', { name: 'Solo esta' })).toBeChecked()
    await asking.getByRole('button', { name: 'Cancelar' }).click()
    await expect(block).toBeVisible()
  })

  await test.step('a day is closed, and the calendar says so', async () => {
    await coach.getByRole('link', { name: 'Mis horarios' }).click()
    await coach.getByRole('tab', { name: 'Días especiales' }).click()
    await coach.getByRole('button', { name: 'Agregar día especial' }).click()
    const dialog = coach.getByRole('dialog', { name: 'Agregar día especial' })
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(coach.getByText('Miércoles 3 de febrero')).toBeVisible()
    // Changed where it is, without a question about replacing itself.
    await coach.getByRole('button', { name: 'Editar día especial: Miércoles 3 de febrero' }).click()
    const editing = coach.getByRole('dialog', { name: 'Editar día especial' })
    await editing.getByLabel('Desde').click()
    await coach.getByRole('button', { name: 'martes 2 de febrero', exact: true }).click()
    await editing.getByRole('button', { name: 'Guardar' }).click()
    await expect(coach.getByText('2 feb 2027 – 3 feb 2027')).toBeVisible()
    await coach.getByRole('main').getByRole('link', { name: 'Calendario' }).click()
    await expect(coach.getByText('Cerrado').first()).toBeVisible()
  })

  await test.step('a closed slot says why, and can be used despite it', async () => {
    const box = (await sessionIn(coach).boundingBox())!
    await drag(coach, box.x + 30, box.y + box.height + 10, box.y + box.height + 30)
    const popover = coach.getByRole('dialog', { name: '11:00–11:30 h' })
    await expect(popover.getByText('No disponible: colchón después de la sesión (10:00')).toBeVisible()
    await expect(popover.getByRole('link', { name: 'Crear de todos modos' })).toHaveAttribute(
      'href',
      /startsAt=2027-02-04T17%3A00%3A00\.000Z&minutes=30$/,
    )
    await coach.keyboard.press('Escape')
    await expect(popover).toBeHidden()
  })

  await test.step('a dragged session is confirmed in both zones, and put back or moved', async () => {
    const box = (await sessionIn(coach).boundingBox())!
    const twoHours = await heightBetween(coach, '10:00', '12:00')
    // From its start to its end on the scale, less the line between two entries.
    expect(Math.abs(box.height - twoHours / 2)).toBeLessThanOrEqual(2)
    const from = box.y + (3 / 8) * box.height
    const down = () => drag(coach, box.x + 30, from, from + twoHours + WELL_PAST)
    await down()
    const dialog = coach.getByRole('dialog', { name: '¿Reagendar la sesión?' })
    await expect(dialog.getByText('12:00–13:00 h')).toBeVisible()
    await expect(dialog.getByText('10:00–11:00 h').last()).toBeVisible()
    await expect(dialog.getByRole('switch', { name: '¿Avisar a Mariana?' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Dejar como estaba' }).click()
    // A mouse press does not wait: while the dialog fades, its overlay would receive it.
    await expect(dialog).toBeHidden()
    await expect(sessionIn(coach)).toContainText('10:00–11:00 h')
    await down()
    await dialog.getByRole('button', { name: 'Reagendar' }).click()
    await expect(coach.getByText('Sesión reagendada.')).toBeVisible()
    await expect(sessionIn(coach)).toContainText('12:00–13:00 h')
    await expect(client.getByText('10:00–11:00 h', { exact: true })).toBeVisible()
  })

  await test.step('the same by keyboard, with the conflict shown before', async () => {
    await sessionIn(coach).focus()
    await coach.keyboard.press('Enter')
    await coach
      .getByRole('dialog', { name: /Sesión 1/ })
      .getByRole('button', { name: 'Reagendar' })
      .click()
    const dialog = coach.getByRole('dialog', { name: 'Reagendar' })
    await dialog.getByRole('button', { name: 'Otro horario' }).click()
    await dialog.getByRole('spinbutton', { name: 'Hora' }).fill('15')
    await expect(dialog.getByText('Fuera de tu horario')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Reagendar de todos modos' })).toBeEnabled()
    await dialog.getByRole('spinbutton', { name: 'Hora' }).fill('17')
    await dialog.getByRole('button', { name: 'Reagendar' }).click()
    await expect(client.getByText('15:00–16:00 h', { exact: true })).toBeVisible()
  })

  await test.step('month, day and agenda show it; the view is kept', async () => {
    await coach.getByText('Mes', { exact: true }).click()
    await expect(coach.getByRole('link', { name: /17:00 Mariana(?! Torres)/ })).toBeVisible()
    await coach.getByRole('link', { name: 'Ver 4 de febrero de 2027' }).click()
    await expect(coach.getByRole('heading', { name: /jueves 4 de febrero/ })).toBeVisible()
    await coach.getByText('Agenda', { exact: true }).click()
    await expect(coach.getByText('17:00–18:00 h')).toBeVisible()
    await coach.getByRole('link', { name: 'Inicio' }).first().click()
    await coach.getByRole('link', { name: 'Calendario' }).first().click()
    await expect(coach.getByRole('radio', { name: 'Agenda' })).toBeChecked()
  })
})
