import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { stageGroup, stageMember } from '../support/groups.ts'
import { SOON, callApi, signIn, stageClient, stageCoach } from '../support/people.ts'
import { field, messages, write } from './thread-page.ts'

const lastMessage = (page: Page) => messages(page).last()
const menuOf = async (page: Page, message: Locator, entry: string) => {
  await message.hover()
  await message.getByRole('button', { name: 'Opciones del mensaje' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

// @spec 1.18, 2.37, P.163, P.164
test('coach and client write to each other: states, an answer, a change, an action, and a message taken back', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const [hers, theirs] = [await person(), await person()]
  await signIn(hers, coach.email, `/messages/Client/${client.clientId}`)
  await expect(hers.getByText('Escribe el primer mensaje.')).toBeVisible()
  await signIn(theirs, client.email)

  await test.step('what is sent is delivered to a client who is on another screen, and read once they open it', async () => {
    await expect(theirs.getByText('Ahora estas conectado.')).toBeVisible()
    await write(hers, '¿Cómo vas? Mira https://norte.example/guia, y cuéntame.')
    await expect(lastMessage(hers).getByText('Entregado')).toBeVisible()
    await theirs.getByRole('link', { name: /^Mensajes/ }).click()
    const arrived = lastMessage(theirs)
    await expect(arrived).toContainText('¿Cómo vas?')
    await expect(theirs.getByRole('heading', { name: 'Nuevos mensajes' })).toBeVisible()
    const link = arrived.getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://norte.example/guia')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await theirs.bringToFront()
    await expect(lastMessage(hers).getByText('Leído')).toBeVisible()
  })

  await test.step('an answer leads to what it answers; markup stays text', async () => {
    await menuOf(theirs, lastMessage(theirs), 'Responder')
    await expect(theirs.getByText(/^Respondes a/)).toBeVisible()
    await field(theirs).fill('<b>Bien</b>\ny con ganas')
    // Where the cursor is, which stays behind the sign.
    await field(theirs).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7))
    await theirs.getByRole('button', { name: 'Emojis' }).click()
    await theirs.getByRole('searchbox', { name: 'Buscar emoji' }).fill('cohete')
    await theirs.getByRole('gridcell', { name: 'cohete' }).click()
    await expect(field(theirs)).toBeFocused()
    await theirs.keyboard.type('!')
    await expect(field(theirs)).toHaveValue('<b>Bien🚀!</b>\ny con ganas')
    await field(theirs).press('Enter')
    const answer = lastMessage(hers)
    await expect(answer).toContainText('<b>Bien🚀!</b>')
    await expect(answer.getByRole('button', { name: /^Ir a tu mensaje/ })).toContainText('¿Cómo vas?')
  })

  await test.step('a change is seen by the other at once', async () => {
    await menuOf(theirs, lastMessage(theirs), 'Editar')
    await expect(field(theirs)).toHaveValue('<b>Bien🚀!</b>\ny con ganas')
    await field(theirs).fill('Hablo con mi jefa el lunes')
    await theirs.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(lastMessage(hers)).toContainText('Hablo con mi jefa el lunes')
    await expect(lastMessage(hers).getByText('Editado')).toBeVisible()
  })

  await test.step('the words become an action of the client', async () => {
    await menuOf(hers, lastMessage(hers), 'Convertir en acción')
    const dialog = hers.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: /^Acción/ })).toHaveValue('Hablo con mi jefa el lunes')
    await dialog.getByRole('button', { name: 'Agregar acción' }).click()
    await expect(dialog).toHaveCount(0)
    const path = `/v1/action/Client/${client.clientId}`
    await expect
      .poll(async () => {
        const { token } = client
        const { data } = await callApi<{ data: { text: string }[] }>(server, 'GET', path, { token })
        return data.map(({ text }) => text)
      }, SOON)
      .toEqual(['Hablo con mi jefa el lunes'])
  })

  await test.step('a message that is taken back leaves its place, for both', async () => {
    await menuOf(theirs, lastMessage(theirs), 'Eliminar')
    await theirs.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    for (const page of [hers, theirs]) await expect(lastMessage(page)).toContainText('Mensaje eliminado')
  })
})

// @spec P.161, P.165
test('what is written without a network survives a closed tab, and goes out in order when it is back', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const [hers, theirs] = [await person(), await person()]
  await signIn(hers, coach.email, `/messages/Client/${client.clientId}`)
  await signIn(theirs, client.email, '/messages')
  await write(hers, 'Antes')
  await expect(lastMessage(theirs)).toContainText('Antes')

  await hers.context().setOffline(true)
  for (const text of ['Primero', 'Segundo', 'Tercero']) await write(hers, text)
  await expect(hers.getByText('No se envió. Toca para reintentar.').first()).toBeVisible()
  await field(hers).fill('A medias')
  // The other side writes on meanwhile: it is missed here.
  await write(theirs, 'Sigo aquí')
  await expect(lastMessage(theirs).getByText('Enviado')).toBeVisible()
  await expect
    .poll(() => hers.evaluate(() => Object.keys({ ...localStorage }).join(' ')))
    .toContain('composing')
  const kept = await hers.evaluate(() => JSON.stringify({ ...localStorage }))
  for (const text of ['Segundo', 'A medias']) expect(kept).not.toContain(text)

  const address = hers.url()
  await hers.goto('about:blank')
  await hers.context().setOffline(false)
  await hers.goto(address)
  await expect(lastMessage(theirs)).toContainText('Tercero')
  for (const page of [hers, theirs]) {
    await expect(messages(page)).toContainText(['Antes', 'Sigo aquí', 'Primero', 'Segundo', 'Tercero'])
  }
  await expect(field(hers)).toHaveValue('A medias')
  await expect(hers.getByText('No se envió. Toca para reintentar.')).toHaveCount(0)
})

// @spec 6.8, P.166
test('three people in the room of a group: names, who has read, and the door closes for who is removed', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const groupId = await stageGroup(server, coach, { name: 'Primeras jefaturas' })
  const uma = await stageClient(server, coach, { name: 'Uma', lastName: 'Rey' })
  const sol = await stageClient(server, coach, { name: 'Sol', lastName: 'Vega' })
  for (const { clientId } of [uma, sol]) await stageMember(server, coach, groupId, { clientId })
  const [hers, umas, sols] = [await person(), await person(), await person()]
  await signIn(hers, coach.email, `/messages/Group/${groupId}`)
  await signIn(umas, uma.email, `/messages?room=${groupId}`)
  await signIn(sols, sol.email, '/dashboard')

  await write(umas, 'Hola a todas')
  await expect(lastMessage(hers)).toContainText('Uma')
  await write(hers, 'Bienvenidas')
  await expect(lastMessage(umas)).toContainText('Bienvenidas')
  await menuOf(hers, lastMessage(hers), 'Quién lo leyó')
  const readers = hers.getByRole('dialog', { name: 'Quién lo leyó' })
  await expect(readers).toContainText('Sol')
  await hers.keyboard.press('Escape')

  await sols.goto(`/messages?room=${groupId}`)
  await expect(messages(sols)).toContainText(['Hola a todas', 'Bienvenidas'])
  await expect(lastMessage(hers).getByText(/Leído|Entregado/)).toBeVisible()

  // On the open screen, without a reload.
  await callApi(server, 'POST', `/v1/group/${groupId}/leave`, { token: sol.token })
  await expect(sols.getByText('Esta conversación ya no está disponible.')).toBeVisible()
  await write(hers, 'Solo para quien sigue')
  await expect(lastMessage(umas)).toContainText('Solo para quien sigue')
  await expect(sols.getByText('Solo para quien sigue')).toHaveCount(0)
})

// @spec P.210
test('a process that ends while its client is writing closes the room at once, and leaves what they wrote @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const theirs = await person()
  await signIn(theirs, client.email, '/messages')
  await write(theirs, 'Una pregunta')
  await expect(lastMessage(theirs).getByText('Enviado')).toBeVisible()
  await field(theirs).fill('Y otra, a medias')

  await callApi(server, 'POST', `/v1/client/${client.clientId}/finish`, { token: coach.token })
  await expect(theirs.getByText(/^El proceso terminó/)).toBeVisible()
  await expect(field(theirs)).toHaveCount(0)
  const draft = theirs.getByRole('region', { name: 'Lo que escribías' })
  await expect(draft).toContainText('Y otra, a medias')

  await callApi(server, 'POST', `/v1/client/${client.clientId}/reactivate`, { token: coach.token })
  await expect(field(theirs)).toHaveValue('Y otra, a medias')
})

test('on a touch screen the menu of a message is as large as a finger, and beside its bubble @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const body = {
    text: 'Una línea que llena la burbuja hasta su borde. '.repeat(3),
    clientKey: crypto.randomUUID(),
  }
  await callApi(server, 'POST', `/v1/message/${client.clientId}`, { token: coach.token, body })
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signIn(page, client.email, '/messages')
  const menu = lastMessage(page).getByRole('button', { name: 'Opciones del mensaje' })
  await expect(menu).toBeAttached()
  const { x, width, height } = (await menu.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(x + width).toBeLessThanOrEqual(390)
  await menu.tap()
  await expect(page.getByRole('menuitem', { name: 'Responder' })).toBeVisible()
})
