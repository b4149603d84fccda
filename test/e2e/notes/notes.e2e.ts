import type { Page } from '@playwright/test'
import { FROM_DOCS, FROM_WORD } from '#test/support/rich-text/pasted.ts'
import { expect, test } from '../support/fixtures.ts'
import { paste } from '../support/keyboard.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { stageGoal, stageSession } from '../support/stage.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Texto de la nota' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Nota' })
const state = (page: Page) => dialog(page).getByRole('status')

// @spec 2.40, P.103
test('a note that is written while the network is cut loses no character', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const { clientId } = await stageClient(server, coach)
  const page = await person()
  await signIn(page, coach.email, `/notes/${clientId}/Client`)
  await page.getByRole('button', { name: 'Escribir la primera' }).click()
  await dialog(page).getByRole('textbox', { name: 'Título de la nota' }).fill('Primera sesión')
  await text(page).click()
  await page.keyboard.type('Quiere dirigir mejor.')
  await expect(state(page)).toHaveText('Guardado')

  await test.step('what is written without a network stays on this device', async () => {
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Y llegar a casa antes de las siete.')
    await expect(state(page)).toHaveText('Sin conexión, guardado en este dispositivo')
    await page.keyboard.type(' También los martes.')
    await expect(state(page)).toHaveText('Sin conexión, guardado en este dispositivo')
    // Encrypted: no word of it is in the storage.
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).toContain('@secure.')
    expect(kept).not.toContain('siete')
  })

  await test.step('a tab that is closed and opened again has all of it, and sends it', async () => {
    const address = page.url()
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(address)
    await expect(text(page)).toHaveText(
      'Quiere dirigir mejor.Y llegar a casa antes de las siete. También los martes.',
    )
    // Empty if the page that was left, or the list, had sent it before the editor was there.
    await expect(state(page)).toHaveText(/^(Guardado)?$/)
    await page.getByRole('button', { name: 'Cerrar la nota' }).click()
    await expect(page.getByRole('button', { name: /Primera sesión/ })).toContainText('antes de las siete')
    await page.reload()
    await expect(page.getByRole('button', { name: /Primera sesión/ })).toContainText('También los martes')
  })
})

// @spec P.104, P.105
test('two tabs with one note: both texts are shown, nothing is overwritten, and versions lead back @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const { clientId } = await stageClient(server, coach)
  const one = await person()
  await signIn(one, coach.email, `/notes/${clientId}/Client?open=new`)
  await text(one).click()
  await one.keyboard.type('Uno')
  await expect(state(one)).toHaveText('Guardado')
  const two = await one.context().newPage()
  await two.goto(one.url())
  await expect(text(two)).toHaveText('Uno')

  await test.step('what one saves is seen by the other', async () => {
    await one.keyboard.type(' dos')
    await expect(text(two)).toHaveText('Uno dos')
  })

  await test.step('of two texts a person chooses', async () => {
    // The other has not heard of it yet.
    const busy = { code: 'request.too_many', error: 'Demasiadas solicitudes.', requestId: 'x' }
    await two.route('**/v1/note/**', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 429, json: busy }) : route.continue(),
    )
    await text(two).click()
    await two.keyboard.press('End')
    await two.keyboard.type(' de la otra')
    await one.keyboard.type(' tres')
    await expect(state(one)).toHaveText('Guardado')
    await two.unroute('**/v1/note/**')
    await two.evaluate(() => dispatchEvent(new Event('online')))
    await expect(two.getByRole('heading', { name: 'Esta nota tiene dos versiones' })).toBeVisible()
    await expect(two.getByRole('article', { name: 'Lo que escribiste aquí' })).toContainText(
      'Uno dos de la otra',
    )
    await expect(two.getByRole('article', { name: /La guardada/ })).toContainText('Uno dos tres')
    await two.getByRole('button', { name: 'Seguir con esta' }).click()
    await expect(state(two)).toHaveText('Guardado')
    await expect(text(one)).toHaveText('Uno dos de la otra')
  })

  await test.step('the other text is a version, and comes back', async () => {
    await two.getByRole('button', { name: 'Versiones' }).click()
    await expect(two.getByText('Uno dos tres')).toBeVisible()
    await two.getByRole('button', { name: 'Restaurar esta versión' }).click()
    await expect(text(two)).toHaveText('Uno dos tres')
    await expect(text(one)).toHaveText('Uno dos tres')
  })
})

// @spec P.101
test('a shared note is read live by its client, and no longer once it is private again @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const sessionId = await stageSession(
    server,
    coach,
    client,
    '2027-02-04T15:00:00.000Z',
    '2027-02-04T16:00:00.000Z',
  )
  expect(sessionId).toBeTruthy()
  const reader = await person()
  await signIn(reader, client.email, `/sessions/${client.clientId}/Client`)
  const page = await person()
  await signIn(page, coach.email, `/clients/view/${client.clientId}`)
  await page.getByRole('link', { name: 'Nota', exact: true }).click()
  await page.getByRole('button', { name: 'GROW' }).click()
  await expect(text(page)).toContainText('Realidad')
  await dialog(page).getByRole('textbox', { name: 'Título de la nota' }).fill('Delegar')
  await expect(state(page)).toHaveText('Guardado')
  await expect(dialog(page).getByText('Solo tú')).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Compartir' }).click()
  const question = page.getByRole('dialog', { name: /¿Compartir con Mariana/ })
  await expect(question.getByText('A partir de ahora podrá leerlo.')).toBeVisible()
  await question.getByRole('button', { name: 'Compartir' }).click()
  await expect(dialog(page).getByText(/Tú y Mariana/)).toBeVisible()

  const section = reader.getByRole('heading', { name: 'Notas de tu coach' })
  await expect(section).toBeVisible()
  await reader.getByText('Delegar').click()
  await expect(reader.getByRole('heading', { name: 'Realidad: ¿qué pasa hoy?' })).toBeVisible()
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('El jueves.')
  await expect(reader.getByText('El jueves.')).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Dejar de compartir' }).click()
  const closing = page.getByRole('dialog', { name: /¿Dejar de compartir con Mariana/ })
  await expect(closing.getByText(/Conserva lo que haya leído/)).toBeVisible()
  await closing.getByRole('button', { name: 'Dejar de compartir' }).click()
  await expect(dialog(page).getByText('Solo tú')).toBeVisible()
  await expect(section).toHaveCount(0)
})

// @spec P.98, P.151
test('a note begun from a session has what is pasted, and is tied to a goal; its client finds both @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const sessionId = await stageSession(
    server,
    coach,
    client,
    '2027-02-04T15:00:00.000Z',
    '2027-02-04T16:00:00.000Z',
  )
  await stageGoal(server, coach, client)
  const page = await person()
  await signIn(page, coach.email, `/session/view/${sessionId}`)

  await test.step('the session is chosen already', async () => {
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Nueva nota' }).click()
    await expect(dialog(page).getByRole('combobox', { name: 'Sesión' })).toHaveValue(/4 feb/)
  })

  await test.step('what Word and Docs put on the clipboard keeps its words and the formats of a note', async () => {
    await text(page).click()
    await paste(text(page), FROM_WORD)
    await expect(text(page).getByRole('heading', { name: 'Primera sesión' })).toBeVisible()
    await expect(text(page).getByRole('link', { name: 'este artículo' })).toBeVisible()
    await expect(text(page).getByRole('link', { name: 'Aquí' })).toHaveCount(0)
    await expect(text(page).locator('img, table, script, [style]')).toHaveCount(0)
    await page.keyboard.press('Control+End')
    await paste(text(page), FROM_DOCS)
    await expect(text(page)).toContainText('Antes de las nueve')
    await expect(state(page)).toHaveText('Guardado')
  })

  await test.step('a goal is found by its name, and both are links', async () => {
    // It comes with what was stored, and moves what is below it.
    await expect(dialog(page).getByRole('link', { name: /^Sesión del/ })).toBeVisible()
    await dialog(page).getByRole('combobox', { name: 'Meta' }).fill('decisiones')
    await page.getByRole('option', { name: 'Delegar tres decisiones' }).click()
    await expect(dialog(page).getByRole('link', { name: 'Meta: Delegar tres decisiones' })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Compartir' }).click()
    await page
      .getByRole('dialog', { name: /¿Compartir con/ })
      .getByRole('button', { name: 'Compartir' })
      .click()
    await expect(dialog(page).getByText(/Tú y Mariana/)).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar la nota' }).click()
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('link', { name: 'Meta: Delegar tres decisiones' }).click()
    await expect(page.getByRole('dialog', { name: 'Delegar tres decisiones' })).toBeVisible()
  })

  await test.step('its client follows them too', async () => {
    const reader = await person()
    await signIn(reader, client.email, `/sessions/${client.clientId}/Client`)
    await reader.getByText('Sin título').click()
    await expect(reader.getByText('Antes de las nueve')).toBeVisible()
    await expect(reader.getByRole('link', { name: 'Meta: Delegar tres decisiones' })).toBeVisible()
    await reader.getByRole('link', { name: /^Sesión del/ }).click()
    await expect(reader).toHaveURL(new RegExp(sessionId))
    await expect(reader.getByText('Antes de las nueve')).toBeVisible()
  })

  await test.step('a note begun from the goal is tied to it; what is cleared is tied to nothing', async () => {
    await page.getByRole('button', { name: 'Más opciones de la meta' }).click()
    await page.getByRole('menuitem', { name: 'Nueva nota' }).click()
    const goals = dialog(page).getByRole('combobox', { name: 'Meta' })
    await expect(goals).toHaveValue('Delegar tres decisiones')
    await text(page).click()
    await page.keyboard.type('Elegir cuáles.')
    await expect(state(page)).toHaveText('Guardado')
    await expect(dialog(page).getByRole('link', { name: 'Meta: Delegar tres decisiones' })).toBeVisible()
    await goals.click()
    await page.getByRole('option', { name: 'Delegar tres decisiones' }).click()
    await expect(dialog(page).getByRole('link', { name: /^Meta/ })).toHaveCount(0)
    await expect(goals).toHaveValue('')
  })
})
