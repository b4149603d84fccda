import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../support/axe.ts'
import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { callApi, mailed, newEmail, pressTwice, signIn, stageClient, stageCoach } from '../support/people.ts'

/** How many of these lie wholly in the window above its foot. */
async function wholeAbove(items: Locator, foot: number): Promise<number> {
  const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()))
  return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= foot).length
}

const selectedOf = (page: Page) => page.getByRole('region', { name: 'Personas seleccionadas' })

test('twelve clients are in sight on a desktop, five on a phone (design.md, "Density") @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const tags = ['Liderazgo', 'Cambio de carrera', 'VIP']
  await Promise.all(
    Array.from({ length: 14 }, (_, at) =>
      callApi(server, 'POST', '/v1/client', {
        token: staged.token,
        body: { name: `Mariana ${at}`, lastName: 'Torres de la Vega', email: newEmail('densa'), tags },
      }),
    ),
  )
  const page = await person()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, staged.email, '/clients')
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(14)
  expect(await wholeAbove(rows, 900)).toBeGreaterThanOrEqual(12)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(53)
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Mariana/ }) })
  await expect(cards).toHaveCount(14)
  const foot = await page.getByRole('navigation', { name: 'Accesos rápidos' }).boundingBox()
  expect(await wholeAbove(cards, foot!.y)).toBeGreaterThanOrEqual(5)
})

test('a client is invited by two clicks and three fields; more is added in the whole form @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const taken = await stageClient(server, staged)
  const page = await person()
  await signIn(page, staged.email, '/clients')
  await expect(page.getByRole('link', { name: 'Mariana Torres' })).toBeVisible()
  const email = newEmail('renata')
  const dialog = page.getByRole('dialog', { name: 'Nuevo cliente' })

  await test.step('two clicks, three fields', async () => {
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: 'Nuevo cliente' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Invitar ahora' })).toBeChecked()
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Renata')
    await dialog.getByRole('textbox', { name: 'Apellidos' }).fill('Solís')
    await dialog.getByRole('textbox', { name: 'Correo' }).fill(email)
    await dialog.getByRole('button', { name: 'Guardar e invitar' }).click()
    await expect(page.getByText('Guardamos a Renata y enviamos su invitación.')).toBeVisible()
    expect(await clicks()).toBe(2)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /Renata Solís/ })).toContainText('Invitado')
    await mailed(server, email, /\/invitation\//)
  })

  await test.step('what is wrong is said at its field, and goes on into the whole form', async () => {
    await page.keyboard.press('n')
    await page.getByRole('menuitem', { name: 'Cliente' }).click()
    await dialog.getByRole('button', { name: 'Guardar e invitar' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Iván')
    await dialog.getByRole('textbox', { name: 'Apellidos' }).fill('Rosales')
    await dialog.getByRole('textbox', { name: 'Correo' }).fill(taken.email)
    await dialog.getByRole('button', { name: 'Guardar e invitar' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Correo' })).toHaveAccessibleDescription(
      'Ya tienes un cliente con este correo.',
    )
    await expectAccessible(page, 'a new client in a dialog')
    await expectFits(page, 'a new client in a dialog')
    await dialog.getByRole('button', { name: 'Más datos' }).click()
    await expect(page).toHaveURL(/\/clients\/new$/)
    await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Iván')
    await expect(page.getByRole('textbox', { name: 'Correo' })).toHaveValue(taken.email)
    await page.getByRole('link', { name: 'Mis Clientes' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })).toBeVisible()
    await page.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(page).toHaveURL(/\/clients$/)
  })

  await test.step('somebody can be saved without an invitation', async () => {
    await page.getByRole('button', { name: 'Nuevo cliente' }).click()
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Iván')
    await dialog.getByRole('textbox', { name: 'Apellidos' }).fill('Rosales')
    await dialog.getByRole('textbox', { name: 'Correo' }).fill(newEmail('ivan'))
    await dialog.getByText('Invitar ahora').click()
    await dialog.getByRole('button', { name: 'Guardar sin invitar' }).click()
    await expect(page.getByRole('row', { name: /Iván Rosales/ })).toContainText('Sin invitar')
  })
})

test('many clients are invited, tagged, exported, paused and archived at once @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const [mariana] = await Promise.all([
    stageClient(server, staged),
    stageClient(server, staged, { name: 'Andrés', lastName: 'Castillo' }),
  ])
  const emails = [newEmail('luz'), newEmail('sol')]
  for (const [at, name] of ['Luz', 'Sol'].entries()) {
    await callApi(server, 'POST', '/v1/client', {
      token: staged.token,
      body: { name, lastName: 'Vega', email: emails[at] },
    })
  }
  await callApi(server, 'POST', '/v1/session', {
    token: staged.token,
    body: {
      type: 'Client',
      clientId: mariana.clientId,
      startsAt: '2027-02-09T16:00:00.000Z',
      endsAt: '2027-02-09T17:00:00.000Z',
      outsideHours: true,
    },
  })
  const page = await person()
  await signIn(page, staged.email, '/clients')
  const bar = selectedOf(page)
  const box = (name: string) => page.getByRole('checkbox', { name: `Seleccionar a ${name}` })
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

  await test.step('the selection stays through sorting, and goes with other filters', async () => {
    await page.getByRole('checkbox', { name: 'Seleccionar esta página' }).click()
    await expect(bar.getByText('Elegiste a 4')).toBeVisible()
    await page.getByRole('columnheader', { name: 'Cliente' }).getByRole('button').click()
    await expect(page.getByRole('row').getByRole('link').first()).toHaveText('Sol Vega')
    await expect(box('Luz Vega')).toBeChecked()
    await expectAccessible(page, 'selected clients')
    await page.getByRole('searchbox').fill('vega')
    await expect(page.getByText('Cambiaste los filtros y quitamos tu selección.')).toBeVisible()
    await expect(bar).toHaveCount(0)
    // Until the found people are there, the rows are those of before: four of them would say nothing about the next list.
    await expect(page.getByRole('row').getByRole('link')).toHaveCount(2)
    await page.getByRole('searchbox').fill('')
    await expect(page.getByRole('row').getByRole('link')).toHaveCount(4)
  })

  await test.step('invited: who has an account is named, and not counted', async () => {
    for (const name of ['Luz Vega', 'Sol Vega', 'Mariana Torres']) await box(name).click()
    await bar.getByRole('button', { name: 'Invitar' }).click()
    const question = page.getByRole('dialog', { name: '¿Invitar a 2 personas?' })
    await expect(question.getByRole('listitem')).toHaveText(['Mariana TorresYa tiene su cuenta'])
    await expectAccessible(page, 'who is not invited')
    await pressTwice(question.getByRole('button', { name: 'Invitar' }))
    await expect(page.getByText('Invitamos a 2 personas.')).toBeVisible()
    await expect(row('Luz Vega')).toContainText('Invitado')
    await expect(bar).toHaveCount(0)
    for (const email of emails) {
      await mailed(server, email, /\/invitation\//)
      expect(await server.mails(email)).toHaveLength(1)
    }
  })

  await test.step('tagged, and untagged from the toast', async () => {
    await page.getByRole('checkbox', { name: 'Seleccionar esta página' }).click()
    await bar.getByRole('button', { name: 'Etiquetar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Etiquetar a 4 personas' })
    await dialog.getByRole('button', { name: 'Etiquetar' }).click()
    await expect(dialog.getByText('Escribe una etiqueta')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Etiqueta' }).fill('Primavera')
    await dialog.getByRole('button', { name: 'Etiquetar' }).click()
    await expect(page.getByText('4 personas tienen ahora la etiqueta Primavera.')).toBeVisible()
    const tag = page.getByRole('button', { name: 'Ver a quienes tienen la etiqueta Primavera' })
    await expect(tag).toHaveCount(4)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(tag).toHaveCount(0)
  })

  await test.step('exported', async () => {
    for (const name of ['Luz Vega', 'Mariana Torres']) await box(name).click()
    const download = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Exportar' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3)
    await bar.getByRole('button', { name: 'Quitar la selección' }).click()
  })

  await test.step('paused, after naming the session that ends and who stays; and undone', async () => {
    for (const name of ['Mariana Torres', 'Andrés Castillo', 'Luz Vega']) await box(name).click()
    await bar.getByRole('button', { name: 'Pausar' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Pausar 2 procesos?' })
    await expect(dialog.getByText('martes 9 de febrero, 10:00–11:00 h')).toBeVisible()
    await expect(dialog.getByText('Su proceso no está activo')).toBeVisible()
    await expectAccessible(page, 'the question before many are paused')
    await dialog.getByRole('button', { name: 'Pausar' }).click()
    await expect(page.getByText(/^2 procesos están en pausa\./)).toBeVisible()
    await expect(row('Andrés Castillo')).toContainText('En pausa')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByText('Listo, 2 personas quedaron como antes.')).toBeVisible()
    await expect(row('Andrés Castillo')).toContainText('Activo')
  })

  await test.step('archived from a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('button', { name: 'Seleccionar' }).click()
    for (const name of ['Luz Vega', 'Sol Vega']) await box(name).click()
    await expectAccessible(page, 'selected clients on a phone')
    await expectFits(page, 'selected clients on a phone')
    await bar.getByRole('button', { name: 'Archivar' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Archivar a 2 personas?' })
    await dialog.getByRole('button', { name: 'Archivar' }).click()
    await expect(page.getByText('2 personas están en tu archivo.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Luz Vega' })).toHaveCount(0)
  })
})
