import type { Locator, Page } from '@playwright/test'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { openPage } from '../support/browsers.ts'
import { stageGroup, stageMember } from '../support/groups.ts'
import { type Pair, expect, test } from '../support/pair.ts'
import { callApi, signIn, signInByForm, stageClient, stageCoach } from '../support/people.ts'
import { JOURNEY_NOW, type TestServer } from '../support/server.ts'
import { field, messages, write } from './thread-page.ts'

// Hours without a network, while the others of a room go on.

const EXPIRED = 'Su sesión ha expirado, por favor inicie sesión nuevamente'
const UNSENT = 'No se envió. Toca para reintentar.'

const messageOf = (page: Page, text: string) => messages(page).filter({ hasText: text })
const choose = async (page: Page, message: Locator, entry: string) => {
  await message.hover()
  await message.getByRole('button', { name: 'Opciones del mensaje' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
/** The dot of the user menu: `En línea` or `Sin conexión`. */
const dot = (page: Page, name: string) => page.getByRole('banner').getByRole('img', { name })
const tokenOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token?: string }).token)

/** Time passes for the servers and for all browsers, whose machines were asleep meanwhile. */
async function goTo(pair: Pair, people: readonly Page[], ms: number): Promise<void> {
  const now = toIso(epochMs(fromIso(JOURNEY_NOW) + ms))
  await pair.jumpTo(now)
  for (const page of people) await page.context().clock.setSystemTime(now)
}

// High enough for all messages: those out of sight are not in the page. What a browser logs without a network is expected.
const VIEWPORT = { width: 1280, height: 1800 }

// @spec P.215
test('a day without a network: then all see the same as the database, in its order, without a reload @long', async ({
  browser,
  pair,
}) => {
  const coach = await stageCoach(pair.one)
  const groupId = await stageGroup(pair.one, coach, { name: 'Primeras jefaturas' })
  const uma = await stageClient(pair.two, coach, { name: 'Uma', lastName: 'Rey' })
  const sol = await stageClient(pair.one, coach, { name: 'Sol', lastName: 'Vega' })
  for (const { clientId } of [uma, sol]) await stageMember(pair.two, coach, groupId, { clientId })
  const open = (server: TestServer) => openPage(browser, server, [], { viewport: VIEWPORT })
  const [hers, umas, sols] = [await open(pair.one), await open(pair.two), await open(pair.one)]
  const people = [hers, umas, sols]
  await signIn(hers, coach.email, `/messages/Group/${groupId}`)
  await signIn(umas, uma.email, `/messages?room=${groupId}`)
  await signIn(sols, sol.email, `/messages?room=${groupId}`)
  for (const page of people) await expect(dot(page, 'En línea')).toBeVisible()
  // Lost by a reload.
  await umas.evaluate(() => Object.assign(globalThis, { stillThere: true }))
  await write(hers, 'Hola a las dos')
  await expect(messages(umas)).toContainText(['Hola a las dos'])
  await write(sols, 'Buenas')
  await expect(messages(umas)).toContainText(['Hola a las dos', 'Buenas'])
  const token = await tokenOf(umas)

  await test.step('she writes without a network, which the dot says', async () => {
    await umas.context().setOffline(true)
    await expect(dot(umas, 'Sin conexión')).toBeVisible()
    await write(umas, 'Desde el avión')
    await expect(umas.getByText(UNSENT)).toBeVisible()
  })

  await test.step('three hours later the others write, change and read', async () => {
    await goTo(pair, people, 3 * HOUR_MS)
    await write(hers, 'Sin revisar')
    await expect(messages(sols)).toHaveCount(3)
    await choose(hers, messageOf(hers, 'Sin revisar'), 'Editar')
    await field(hers).fill('Revisado')
    await hers.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(messages(sols)).toContainText(['Hola a las dos', 'Buenas', 'Revisado'])
    await write(sols, 'Lo quito luego')
    await expect(messages(hers)).toHaveCount(4)
    await expect(dot(umas, 'Sin conexión')).toBeVisible()
    await write(umas, 'Ya aterrizo')
    await expect(messageOf(umas, 'Ya aterrizo')).toBeVisible()
    // She has it not: it is not delivered to everybody.
    await expect(messageOf(hers, 'Revisado').getByText('Enviado')).toBeVisible()
  })

  await test.step('the next day every token is due to be renewed; something is deleted, and the servers go on', async () => {
    await goTo(pair, people, 25 * HOUR_MS)
    await choose(sols, messageOf(sols, 'Lo quito luego'), 'Eliminar')
    await sols.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await choose(sols, messageOf(sols, 'Buenas'), 'Eliminar')
    await sols.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(hers.getByText('Mensaje eliminado')).toHaveCount(2)
    await write(hers, '¿Sigues ahí?')
    await expect(messages(sols)).toHaveCount(5)
    await expect(dot(umas, 'Sin conexión')).toBeVisible()
    await expect(messages(umas)).toHaveCount(4)
    for (const page of [hers, sols]) await expect(dot(page, 'En línea')).toBeVisible()
  })

  await test.step('back: nothing is lost or doubled, and everybody sees the order of the database', async () => {
    await umas.context().setOffline(false)
    await expect(dot(umas, 'En línea')).toBeVisible()
    await expect(messages(hers)).toHaveCount(7)
    const stored = await pair.messagesOf(groupId)
    expect(stored.map(({ text }) => text)).toEqual([
      'Hola a las dos',
      null,
      'Revisado',
      null,
      '¿Sigues ahí?',
      'Desde el avión',
      'Ya aterrizo',
    ])
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const texts = stored.map(({ text }) => text ?? 'Mensaje eliminado')
    for (const page of people) {
      await expect(messages(page)).toHaveCount(texts.length)
      await expect(messages(page)).toContainText(texts)
      await expect(page.getByText(UNSENT)).toHaveCount(0)
    }
    expect(await umas.evaluate(() => 'stillThere' in globalThis)).toBe(true)
  })

  await test.step('what she has read is told, her token is new, and lists and news go on', async () => {
    await expect(messageOf(hers, '¿Sigues ahí?').getByText('Leído')).toBeVisible()
    expect(await tokenOf(umas)).not.toBe(token)
    await expect(umas.getByRole('link', { name: /Primeras jefaturas/ })).toContainText('Tú: Ya aterrizo')
    await write(sols, 'Qué bueno')
    for (const page of people) await expect(messages(page).last()).toContainText('Qué bueno')
  })

  for (const page of people) await page.context().close()
})

// @spec P.216
test('what ended during the hours without a network: a sign-in, a process, a membership @long', async ({
  browser,
  pair,
}) => {
  const coach = await stageCoach(pair.one)
  const groupId = await stageGroup(pair.one, coach, { name: 'Primeras jefaturas' })
  const uma = await stageClient(pair.two, coach, { name: 'Uma', lastName: 'Rey' })
  const sol = await stageClient(pair.one, coach, { name: 'Sol', lastName: 'Vega' })
  const eva = await stageClient(pair.two, coach, { name: 'Eva', lastName: 'Mora' })
  for (const { clientId } of [uma, sol]) await stageMember(pair.two, coach, groupId, { clientId })
  const open = (server: TestServer) => openPage(browser, server, [], { viewport: VIEWPORT })
  const [umas, sols, evas] = [await open(pair.two), await open(pair.one), await open(pair.two)]
  const people = [umas, sols, evas]
  await signIn(umas, uma.email, `/messages?room=${groupId}`)
  await signIn(sols, sol.email, `/messages?room=${groupId}`)
  await signIn(evas, eva.email, '/messages')
  for (const page of people) {
    await expect(dot(page, 'En línea')).toBeVisible()
    await expect(field(page)).toBeVisible()
    await page.context().setOffline(true)
    await write(page, 'Escrito sin red')
    await expect(page.getByText(UNSENT)).toBeVisible()
  }
  await goTo(pair, people, 3 * HOUR_MS)
  await callApi(pair.one, 'POST', `/v1/group/${groupId}/leave`, { token: sol.token })
  await callApi(pair.one, 'POST', `/v1/client/${eva.clientId}/finish`, { token: coach.token })
  await goTo(pair, people, 25 * HOUR_MS)

  await test.step('who is in the group no longer keeps the words, and nobody else gets them', async () => {
    await sols.context().setOffline(false)
    await expect(sols.getByText('Esta conversación ya no está disponible.')).toBeVisible()
    const left = sols.getByRole('region', { name: 'Lo que escribiste aquí y no se envió' })
    await expect(left).toContainText('Escrito sin red')
    await left.getByRole('button', { name: 'Descartar' }).click()
    await expect(left).toHaveCount(0)
    await expect(dot(sols, 'En línea')).toBeVisible()
    expect(await pair.messagesOf(groupId)).toEqual([])
  })

  await test.step('whose process has ended is told why it was not sent', async () => {
    await evas.context().setOffline(false)
    await expect(evas.getByText('El proceso terminó: esta conversación queda para leerla.')).toBeVisible()
    await expect(field(evas)).toHaveCount(0)
    await evas.getByRole('button', { name: 'Descartar' }).click()
    await expect(messages(evas)).toHaveCount(0)
    expect(await pair.messagesOf(eva.clientId)).toEqual([])
  })

  await test.step('whose sign-in was unused for a week is told so, and what they wrote goes out after the next', async () => {
    await goTo(pair, people, 8 * DAY_MS)
    await umas.context().setOffline(false)
    await expect(umas.getByText(EXPIRED)).toBeVisible()
    await expect(umas).toHaveURL(/\/$/)
    expect(await pair.messagesOf(groupId)).toEqual([])
    await signInByForm(umas, uma.email)
    await expect.poll(() => pair.messagesOf(groupId)).toEqual([{ seq: 1, text: 'Escrito sin red' }])
    await umas.goto(`/messages?room=${groupId}`)
    await expect(messages(umas)).toContainText(['Escrito sin red'])
    await expect(messages(umas)).toHaveCount(1)
    await expect(dot(umas, 'En línea')).toBeVisible()
  })

  for (const page of people) await page.context().close()
})
