import type { Page } from '@playwright/test'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { expectAccessible, expectFits } from '../support/axe.ts'
import { bookRoom } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { callApi, signIn, stageClient, stageCoach } from '../support/people.ts'

const NO_LINE = 'No hay conexión. Revisa tu internet e inténtalo de nuevo.'
const SECRET = 'Le cuesta hablar de su jefe.'
const BREATHING = textSaying('Inhala contando hasta cuatro.', 'Sostén y suelta igual de lento.')

const drawer = (page: Page) => page.getByRole('complementary', { name: 'Trabajo de la sesión' })
const tab = (page: Page, name: string) => drawer(page).getByRole('tab', { name, exact: true })
const note = (page: Page, name: string) => drawer(page).getByRole('textbox', { name, exact: true })
const state = (page: Page) => drawer(page).getByRole('status')
const work = (page: Page) => page.getByRole('button', { name: 'Agenda y notas', exact: true })
const point = (page: Page) => drawer(page).getByRole('checkbox', { name: 'Preparar la junta' })

async function goIn(page: Page, email: string, sessionId: string): Promise<void> {
  await signIn(page, email, `/session/room/${sessionId}`)
  await page.getByRole('button', { name: 'Unirme', exact: true }).click()
  await expect(page.getByRole('toolbar', { name: 'Controles de la videollamada' })).toBeVisible()
}

// @spec P.240, P.241, P.242, P.243, P.245
test('a coach and a client work beside their call @long', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId: client.clientId }, 5)
  const [hers, theirs] = [await person(), await person({ viewport: { width: 390, height: 844 } })]
  await goIn(hers, coach.email, id)
  await goIn(theirs, client.email, id)
  for (const page of [hers, theirs]) await work(page).click()

  await test.step('a point of the agenda that one adds and the other ticks is seen by both', async () => {
    await drawer(hers).getByRole('textbox', { name: 'Nuevo tema de la sesión' }).fill('Preparar la junta')
    await drawer(hers).getByRole('button', { name: 'Agregar' }).click()
    await point(theirs).check()
    await expect(point(hers)).toBeChecked()
    await expectAccessible(hers, 'the drawer beside the call')
    await expectAccessible(theirs, 'the drawer on a phone')
    await expectFits(theirs, 'the drawer on a phone')
  })

  await test.step('a private note outlives a line that drops and a page that is loaded again', async () => {
    await tab(hers, 'Solo yo').click()
    await expect(drawer(hers).getByText('Solo tú lees esto. Mariana no lo ve.')).toBeVisible()
    await note(hers, 'Nota privada').click()
    await hers.keyboard.type('Le cuesta')
    await expect(state(hers)).toHaveText('Guardado')
    await hers.context().setOffline(true)
    await hers.keyboard.type(' hablar de su jefe.')
    await expect(state(hers)).toHaveText('Sin conexión, guardado en este dispositivo')
    await hers.context().setOffline(false)
    await hers.reload()
    await work(hers).click()
    await tab(hers, 'Solo yo').click()
    await expect(note(hers, 'Nota privada')).toHaveText(SECRET)
    await expectAccessible(hers, 'the private note beside the call')
  })

  await test.step('what the coach writes for the client arrives, and the private note does not', async () => {
    await tab(hers, 'Mariana y yo').click()
    await expect(note(hers, 'Nota para Mariana')).toHaveText('')
    await note(hers, 'Nota para Mariana').click()
    await hers.keyboard.type('Practicar tres minutos')
    await expect(state(hers)).toHaveText('Guardado')
    await hers.context().setOffline(true)
    await hers.keyboard.type(' al día.')
    await expect(state(hers)).toHaveText('Sin conexión, guardado en este dispositivo')
    await hers.context().setOffline(false)
    // By itself, while the call goes on.
    await expect(state(hers)).toHaveText('Guardado')
    await tab(theirs, 'Notas').click()
    await expect(drawer(theirs).getByText('Practicar tres minutos al día.')).toBeVisible()
    await expect(theirs.getByText(/jefe/)).toHaveCount(0)
    await expectAccessible(theirs, 'the shared note on a phone')
    await tab(hers, 'Solo yo').click()
    await expect(note(hers, 'Nota privada')).toHaveText(SECRET)
  })

  await test.step('the chat is the room of messages, and counts what is not read', async () => {
    await tab(theirs, 'Chat').click()
    await drawer(theirs)
      .getByRole('textbox', { name: /mensaje/i })
      .fill('Te comparto mi texto')
    await theirs.keyboard.press('Enter')
    await hers.getByRole('button', { name: 'Chat: 1 mensaje sin leer' }).click()
    await expect(drawer(hers).getByText('Te comparto mi texto')).toBeVisible()
    await expect(hers.getByRole('button', { name: 'Chat', exact: true })).toBeVisible()
    await expectAccessible(theirs, 'the chat on a phone')
    await hers.goto(`/messages/Client/${client.clientId}`)
    await expect(hers.getByText('Te comparto mi texto').last()).toBeVisible()
  })
})

// @spec P.246
test('what is agreed on in a call is an action and a goal of the client @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId: client.clientId }, 5)
  const page = await person()
  await signIn(page, coach.email, `/session/room/${id}`)
  await page.getByRole('button', { name: 'Unirme', exact: true }).click()
  await work(page).click()
  await drawer(page).getByRole('button', { name: 'Acción', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /Mariana/ })
  await dialog.getByRole('textbox').first().fill('Escribir el discurso')
  const add = dialog.getByRole('button', { name: 'Agregar acción' })
  await test.step('a line that drops takes nothing of what was begun', async () => {
    await page.context().setOffline(true)
    await add.click()
    await expect(page.getByText(NO_LINE)).toBeVisible()
    await expect(dialog.getByRole('textbox').first()).toHaveValue('Escribir el discurso')
    await page.context().setOffline(false)
  })
  await add.click()
  await expect(page.getByText(/Acción agregada/)).toBeVisible()
  // The call goes on.
  await expect(page.getByRole('toolbar', { name: 'Controles de la videollamada' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver', exact: true })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: 'Meta', exact: true }).click()
  const goal = page.getByRole('dialog', { name: /Mariana/ })
  await goal.getByText('Forma libre').click()
  await goal.getByRole('textbox').first().fill('Hablar sin leer')
  await goal.getByRole('button', { name: 'Crear meta' }).click()
  await expect(goal).toHaveCount(0)
  await expect(page.getByRole('toolbar', { name: 'Controles de la videollamada' })).toBeVisible()

  await test.step('the client has both', async () => {
    const theirs = await person()
    await signIn(theirs, client.email, '/goals')
    await expect(theirs.getByRole('button', { name: 'Hablar sin leer' })).toBeVisible()
    await theirs.goto('/actions')
    await expect(theirs.getByText('Escribir el discurso')).toHaveCount(1)
  })
})

// @spec P.301
test('what the coach shows is seen by the client, also after a reload @long', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const { id } = await bookRoom(server, coach, { type: 'Client', clientId: client.clientId }, 5)
  const resource = await callApi<{ id: string }>(server, 'POST', '/v1/resource', {
    token: coach.token,
    body: { type: 'text', title: 'Respirar en cuatro tiempos', status: 'published', body: BREATHING },
  })
  await callApi(server, 'POST', `/v1/resource/${resource.id}/assign`, {
    token: coach.token,
    body: { clientIds: [], groupIds: [], sessionId: id },
  })
  const [hers, theirs] = [await person(), await person({ viewport: { width: 390, height: 844 } })]
  await goIn(hers, coach.email, id)
  await goIn(theirs, client.email, id)
  const shown = (page: Page) => drawer(page).getByRole('region', { name: 'Recurso que se muestra' })

  await test.step('it opens by itself on the phone of the client', async () => {
    await work(hers).click()
    // It goes away by itself.
    await Promise.all([
      expect(theirs.getByText('Tu coach muestra «Respirar en cuatro tiempos».')).toBeVisible(),
      drawer(hers).getByRole('button', { name: 'Mostrar Respirar en cuatro tiempos' }).click(),
    ])
    for (const page of [hers, theirs]) await expect(shown(page).getByText('Inhala contando')).toBeVisible()
    await expectAccessible(hers, 'what is shown beside the call')
    await expectAccessible(theirs, 'what is shown on a phone')
    await expectFits(theirs, 'what is shown on a phone')
  })

  await test.step('a page that is loaded again shows it again', async () => {
    await theirs.reload()
    await expect(shown(theirs).getByText('Inhala contando')).toBeVisible()
  })

  await test.step('the coach stops, and knows that it was seen', async () => {
    await drawer(hers)
      .getByRole('button', { name: /^Dejar de mostrar/ })
      .click()
    await expect(shown(hers)).toHaveCount(0)
    await expect(drawer(theirs)).toHaveCount(0)
    await hers.goto(`/resource/view/${resource.id}`)
    await expect(hers.getByText('Visto', { exact: true })).toBeVisible()
  })
})
