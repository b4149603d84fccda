import type { Page } from '@playwright/test'
import type { UserId } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { stageGroup } from './support/groups.ts'
import { go } from './support/navigation.ts'
import {
  GREEN,
  TIJUANA,
  callApi,
  dotOf,
  newEmail,
  signIn,
  signInByForm,
  stageClient,
  stageCoach,
  userMenu,
} from './support/people.ts'
import { JOURNEY_NOW, type TestServer } from './support/server.ts'
import { type Stage, stageClosed, stageFeedback, stageRequest, stageSession } from './support/stage.ts'

const palette = (page: Page) => page.getByRole('combobox', { name: /^Ir a una pantalla/ })
/** Typing starts once the field has the focus: earlier key presses are lost. */
async function opened(page: Page) {
  await expect(palette(page)).toBeFocused()
  return page.keyboard
}
const options = (page: Page) => page.getByRole('option')
const secureKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('@secure.')))

/** Of them the drafts: beside them are answers that are kept for a time without a network. */
const draftKeys = async (page: Page) => (await secureKeys(page)).filter((key) => !key.endsWith('.answers'))

async function write(
  server: TestServer,
  { coach, client }: Pick<Stage, 'coach' | 'client'>,
  from: 'coach' | 'client',
  text: string,
) {
  await callApi(server, 'POST', `/v1/message/${client.clientId}`, {
    token: { coach, client }[from].token,
    body: { text, clientKey: uuidv7(fromIso(JOURNEY_NOW)) },
  })
}

// @spec P.29
test('the command palette leads to screens, clients and new things by keyboard alone @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const { email: clientEmail } = await stageClient(server, staged)
  await callApi(server, 'POST', '/v1/client', {
    token: staged.token,
    body: { name: 'Renata', lastName: 'Villaseñor', email: newEmail('renata'), invite: false },
  })
  await stageGroup(server, staged, { name: 'Primeras jefaturas' })
  await stageGroup(server, staged, { name: 'Líderes de marzo' })
  const coach = await person()
  await signIn(coach, staged.email)
  await expect(coach.getByRole('heading', { level: 1 })).toBeVisible()

  await coach.keyboard.press('Control+k')
  await (await opened(coach)).type('memorandum')
  await expect(options(coach)).toHaveText(['Memorándum', 'Nuevo memorándum'])
  await coach.keyboard.press('Enter')
  await expect(coach).toHaveURL(/\/memorandums$/)

  // Other letters: who was found before is not opened by mistake while the server is asked.
  await coach.keyboard.press('Control+k')
  await (await opened(coach)).type('renata')
  await expect(coach.getByRole('option', { name: /^Renata Villaseñor/ })).toBeVisible()
  await palette(coach).fill('configuracion')
  await coach.keyboard.press('Enter')
  await expect(coach).toHaveURL(/\/settings$/)

  // A client by a name without its accents, found by the server.
  await coach.getByRole('button', { name: /^Buscar/ }).click()
  await (await opened(coach)).type('villasenor')
  await expect(coach.getByRole('option', { name: /Renata Villaseñor/, selected: true })).toBeVisible()
  await coach.keyboard.press('Enter')
  await expect(coach.getByRole('heading', { name: 'Renata Villaseñor' })).toBeVisible()

  // A group in the same way.
  await coach.keyboard.press('Control+k')
  await (await opened(coach)).type('lideres')
  await expect(coach.getByRole('option', { name: /Líderes de marzo/, selected: true })).toBeVisible()
  await expect(coach.getByRole('option', { name: /Primeras jefaturas/ })).toHaveCount(0)
  await coach.keyboard.press('Enter')
  await expect(coach.getByRole('heading', { level: 1, name: 'Líderes de marzo' })).toBeVisible()

  await coach.keyboard.press('Control+k')
  await (await opened(coach)).press('End')
  await expect(options(coach).last()).toHaveAttribute('aria-selected', 'true')
  await coach.keyboard.press('ArrowDown')
  await expect(options(coach).first()).toHaveAttribute('aria-selected', 'true')
  await palette(coach).fill('zzz')
  await expect(coach.getByText('No encontramos nada con ese nombre.')).toBeVisible()
  await palette(coach).fill('agendar')
  await coach.getByRole('option', { name: 'Agendar sesión' }).click()
  await expect(coach).toHaveURL(/\/calendar\/session\/new\/Client$/)

  // It books with a person, who is already chosen on the screen that opens.
  await coach.keyboard.press('Control+k')
  await (await opened(coach)).type('agendar con mari')
  await expect(options(coach).first()).toHaveText(/^Agendar con Mariana Torres$/)
  await coach.keyboard.press('Enter')
  await expect(coach).toHaveURL(/\/calendar\/session\/new\/Client\?clientId=/)
  await expect(coach.getByRole('button', { name: /^Mariana/ })).toHaveAttribute('aria-pressed', 'true')

  const opener = coach.getByRole('button', { name: /^Buscar/ })
  await opener.click()
  await (await opened(coach)).press('Escape')
  await expect(palette(coach)).toBeHidden()
  await expect(opener).toBeFocused()

  // A client has their own screens, and nobody to look for.
  const client = await person()
  await signIn(client, clientEmail)
  await client.getByRole('button', { name: /^Buscar/ }).click()
  await (await opened(client)).type('m')
  await expect(client.getByRole('option', { name: 'Metas' })).toBeVisible()
  await expect(client.getByRole('option', { name: 'Calendario' })).toHaveCount(0)
  await palette(client).fill('mis')
  await expect(client.getByRole('option', { name: 'Mis Clientes' })).toHaveCount(0)
})

test('"Nuevo" opens the same menu on every screen of a coach, by its button and by N, and not while somebody types @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const { email: clientEmail } = await stageClient(server, staged)
  const coach = await person()
  await signIn(coach, staged.email, '/clients')
  const menu = coach.getByRole('menu', { name: 'Nuevo' })
  const opener = coach.getByRole('button', { name: 'Nuevo', exact: true })

  await opener.click()
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Sesión',
    'Cliente',
    'Acción',
    'Nota',
    'Memorándum',
    'Meta',
    'Recurso',
    'Grupo',
  ])
  await expectAccessible(coach, 'the menu of what is new')
  await coach.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()

  await coach.keyboard.press('n')
  await menu.getByRole('menuitem', { name: 'Grupo' }).click()
  await expect(coach).toHaveURL(/\/groups\/new$/)
  await expect(menu).toHaveCount(0)

  // A letter that somebody types is a letter, and a key with a modifier is the browser's.
  const name = coach.getByRole('textbox', { name: /^Nombre/ })
  await name.pressSequentially('Noroeste')
  await expect(name).toHaveValue('Noroeste')
  await coach.getByRole('heading', { level: 1 }).focus()
  await coach.keyboard.press('Alt+n')
  await expect(menu).toHaveCount(0)

  // The keys are listed by one of them, which the palette tells.
  await coach.keyboard.press('?')
  const keys = coach.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(keys.getByText('Ir a hoy')).toBeVisible()
  await expectAccessible(coach, 'the list of keys')
  await coach.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await coach.keyboard.press('Control+k')
  await expect(coach.getByText('Atajos de teclado: presiona ? en cualquier pantalla.')).toBeVisible()
  await coach.keyboard.press('Escape')
  await expect(palette(coach)).toBeHidden()

  // On a phone it is in the middle of the bar at the foot.
  await coach.setViewportSize({ width: 390, height: 844 })
  const bar = coach.getByRole('navigation', { name: 'Accesos rápidos' })
  await bar.getByRole('button', { name: 'Nuevo' }).click()
  await menu.getByRole('menuitem', { name: 'Sesión' }).click()
  await coach.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(coach).toHaveURL(/\/calendar\/session\/new\/Client$/)

  // A client begins nothing but a request, which has its own button.
  const client = await person()
  await signIn(client, clientEmail)
  await expect(client.getByRole('heading', { level: 1 })).toBeVisible()
  await client.keyboard.press('n')
  await expect(client.getByRole('menu')).toHaveCount(0)
  await expect(client.getByRole('button', { name: 'Nuevo', exact: true })).toHaveCount(0)
})

// @spec 2.26
test('the menus show who wrote and what happened (spec §2, §7, §9) @long', async ({ person, server }) => {
  const stagedCoach = await stageCoach(server)
  const stage = { coach: stagedCoach, client: await stageClient(server, stagedCoach) }
  // What the notifications tell of: several, of which one is taken off the list.
  await stageRequest(server, stage.client)
  await stageFeedback(server, stage.client, await stageClosed(server, stage.coach, stage.client))
  await write(server, stage, 'client', 'Hola, Ana')
  await write(server, stage, 'client', '¿Nos vemos el jueves?')
  await write(server, stage, 'coach', 'Claro que sí')

  const coach = await person()
  // The menus read `notifications` and `rooms`, and nothing of what else the answers carry (spec §7).
  await coach.route(/\/v1\/(notification\/pending|message\/rooms)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), data: [] } })
  })
  await signIn(coach, stage.coach.email)
  await coach.getByRole('button', { name: /^Notificaciones, \d+ sin leer/ }).click()
  await expect(coach.getByRole('dialog').getByRole('article').first()).toBeVisible()
  await coach.keyboard.press('Escape')
  const messages = coach.getByRole('button', { name: 'Mensajes, 2 nuevos' })
  await expect(messages).toBeVisible()
  expect(await dotOf(messages)).toBe(GREEN)
  await messages.click()
  const popover = coach.getByRole('dialog')
  await expect(popover.getByText('Nuevo mensaje de Mariana Torres')).toHaveCount(1)
  await expect(popover.getByText('HOY')).toBeVisible()
  await expectAccessible(coach, 'the message menu')
  await popover.getByRole('link', { name: /^Ver mensaje/ }).click()
  await expect(coach).toHaveURL(new RegExp(`/messages/Client/${stage.client.clientId}$`))
  await expect(popover).toBeHidden()

  const client = await person()
  await signIn(client, stage.client.email)
  await client.getByRole('button', { name: 'Mensajes, 1 nuevo' }).click()
  await expect(client.getByText('Nuevo mensaje de Ana López')).toBeVisible()
  await client.getByRole('link', { name: /^Ver mensaje/ }).click()
  await expect(client).toHaveURL(/\/messages$/)

  // A sender with no name.
  const { id } = await callApi<{ id: UserId }>(server, 'GET', '/v1/auth/me', { token: stage.client.token })
  await server.inDatabase((db) =>
    db.updateTable('users').set({ name: '', last_name: '' }).where('id', '=', id).execute(),
  )
  // Those that the coach opened are read.
  await expect(coach.getByRole('button', { name: 'Mensajes', exact: true })).toBeVisible()
  await go(coach, '/dashboard')
  await write(server, stage, 'client', 'Gracias')
  await coach.reload()
  await coach.getByRole('button', { name: 'Mensajes, 1 nuevo' }).click()
  await expect(coach.getByText('Nuevo mensaje de Cliente')).toBeVisible()
  await coach.keyboard.press('Escape')

  // Notifications: taken off the list and put back, then all read, and the dot goes out.
  await go(coach, '/notifications')
  const items = coach.getByRole('article')
  await expect(items.first()).toBeVisible()
  const count = await items.count()
  expect(count).toBeGreaterThan(1)
  await coach
    .getByRole('button', { name: /^Eliminar notificación/ })
    .first()
    .click()
  await expect(items).toHaveCount(count - 1)
  await coach.getByRole('button', { name: 'Deshacer' }).click()
  await expect(items).toHaveCount(count)
  await expect(coach.getByRole('button', { name: /^Notificaciones, \d+ sin leer/ })).toBeVisible()
  await coach.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  const bell = coach.getByRole('button', { name: 'Notificaciones', exact: true })
  await expect(bell).toBeVisible()
  expect(await dotOf(bell)).toBeNull()
  await bell.click()
  await expect(coach.getByRole('dialog').getByText('Sin Notificaciones')).toBeVisible()
})

test('an unsent closing survives a reload and an expired sign-in, and ends with a logout (product D16) @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const client = await stageClient(server, staged)
  const [startsAt, endsAt] = ['2027-02-01T16:00:00.000Z', '2027-02-01T17:00:00.000Z']
  const form = `/session/finished/${await stageSession(server, staged, client, startsAt, endsAt)}`
  const text = 'Hablamos de su jefa y de dormir mejor.'
  const coach = await person()
  const summary = () => coach.getByRole('textbox', { name: 'Resumen para Mariana' })
  await signIn(coach, staged.email, form)
  await summary().fill(text)
  await expect.poll(() => draftKeys(coach)).toHaveLength(1)
  expect(await coach.evaluate(() => JSON.stringify(Object.values(localStorage)))).not.toContain('jefa')

  await coach.reload()
  await expect(summary()).toHaveValue(text)
  await expect(coach.getByText('Recuperamos lo que habías escrito y no enviaste.')).toBeVisible()

  // The browser's clock runs past the token's end, and the same person signs in again.
  await coach.clock.setSystemTime('2027-02-10T15:00:00.000Z')
  const said = coach.getByText('Su sesión ha expirado, por favor inicie sesión nuevamente')
  // An answer that is still on its way may end it before the link is reached.
  await coach.getByRole('link', { name: 'Mis Clientes' }).or(said).first().click()
  await expect(said).toBeVisible()
  await coach.clock.setSystemTime(JOURNEY_NOW)
  await signInByForm(coach, staged.email)
  await go(coach, form)
  await expect(summary()).toHaveValue(text)

  await userMenu(coach).click()
  await coach.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  const dialog = coach.getByRole('dialog')
  await expect(dialog.getByText('¿Estás seguro de salir?')).toBeVisible()
  await expect(dialog.getByText(/sin enviar\. Si sales, se perderá\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Salir' }).click()
  await expect(coach.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  expect(await secureKeys(coach)).toEqual([])
  await signInByForm(coach, staged.email)
  await go(coach, form)
  await expect(summary()).toHaveValue('')

  // Once sent it is no longer a draft; started again, it is not one either.
  await summary().fill(text)
  await expect.poll(() => draftKeys(coach)).toHaveLength(1)
  await coach.reload()
  await coach.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await expect(summary()).toHaveValue('')
  expect(await draftKeys(coach)).toEqual([])
  await summary().fill(text)
  await expect.poll(() => draftKeys(coach)).toHaveLength(1)
  await coach.getByRole('button', { name: 'Cerrar sesión de coaching' }).click()
  await expect(coach.getByText('Sesión cerrada. Mariana ya puede ver el resumen.')).toBeVisible()
  expect(await draftKeys(coach)).toEqual([])
})

test('a person whose browser is in another zone is asked once (product §2) @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const { email: clientEmail } = await stageClient(server, staged)
  const { id, token } = staged
  const hint = 'Parece que estás en Tijuana (GMT-08:00). ¿Cambiar?'
  const page = await person({ timezoneId: TIJUANA })
  await signIn(page, staged.email)
  await expect(page.getByText(hint)).toBeVisible()
  // This coach has given no city, which only the form of the settings asks for.
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect(page.getByText('Listo. Verás tus horarios en esta zona.')).toBeVisible()
  await expect(page.getByText(hint)).toBeHidden()
  const saved = await callApi<{ timezone: string }>(server, 'GET', `/v1/user/${id}`, { token })
  expect(saved.timezone).toBe(TIJUANA)

  // The next person at the same browser.
  await signIn(page, clientEmail)
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect(page.getByText(hint)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(hint)).toBeHidden()
})
