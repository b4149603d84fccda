import { randomUUID } from 'node:crypto'
import { type Page, chromium } from '@playwright/test'
import { openSocket } from '#test/support/sockets.ts'
import { chromiumArgs, findChromium } from '../../../scripts/setup/chromium.mjs'
import { expectAccessible } from '../support/axe.ts'
import { openPage } from '../support/browsers.ts'
import {
  ALLOWED,
  bookRoom,
  control,
  expectArriving,
  expectMoving,
  join,
  meet,
  stageRoom,
  tile,
  watchLines,
} from '../support/calls.ts'
import { stageGroup, stageMember } from '../support/groups.ts'
import { expect, test } from '../support/pair.ts'
import { type StagedClient, callApi, signIn, stageClient, stageCoach } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'

// What goes wrong around a call, and what its people see then.

const away = (page: Page) => page.getByText('Reconectando... La llamada sigue.')
const drawer = (page: Page) => page.getByRole('complementary', { name: 'Trabajo de la sesión' })
const note = (page: Page) => drawer(page).getByRole('textbox', { name: 'Nota privada', exact: true })
const elsewhere = (page: Page) => page.getByText('Estás en esta videollamada en otra pestaña o dispositivo.')

// @spec P.257
test('a call goes on while its server is killed and started again, and the notes beside it lose nothing @long', async ({
  browser,
  pair,
}) => {
  const staged = await stageRoom(pair.one)
  // What a browser logs while its server is away is expected.
  const open = async () => {
    const page = await openPage(browser, pair.one, [], { ...ALLOWED })
    await watchLines(page.context())
    return page
  }
  const [hers, theirs] = [await open(), await open()]
  await meet(staged, hers, theirs)
  await hers.getByRole('button', { name: 'Agenda y notas', exact: true }).click()
  await drawer(hers).getByRole('tab', { name: 'Solo yo', exact: true }).click()
  await note(hers).click()
  await hers.keyboard.type('Le cuesta')
  await expect(drawer(hers).getByRole('status')).toHaveText('Guardado')

  await pair.restartOne(async () => {
    for (const page of [hers, theirs]) await expect(away(page)).toBeVisible()
    await hers.keyboard.type(' hablar de su jefe.')
    for (const page of [hers, theirs]) await expectArriving(page, 'audioReceived', 'videoReceived')
    await expectMoving(tile(hers, 'Mariana'))
  }, 'kill')

  for (const page of [hers, theirs]) await expect(away(page)).toHaveCount(0)
  // Nobody connected again: the line of before is the line of now.
  const lines = (page: Page) => page.evaluate(() => window.connections.length)
  expect([await lines(hers), await lines(theirs)]).toEqual([1, 1])
  await control(theirs, 'Silenciar micrófono').click()
  await expect(tile(hers, 'Mariana').getByRole('img', { name: 'Micrófono apagado' })).toBeVisible()
  await expect(drawer(hers).getByRole('status')).toHaveText('Guardado')
  await hers.reload()
  await expectMoving(tile(hers, 'Mariana'))
  await hers.getByRole('button', { name: 'Agenda y notas', exact: true }).click()
  await drawer(hers).getByRole('tab', { name: 'Solo yo', exact: true }).click()
  await expect(note(hers)).toHaveText('Le cuesta hablar de su jefe.')
  for (const page of [hers, theirs]) await page.context().close()
})

// @spec P.223
test('a person is in a call in one tab: the newest, also one that was duplicated, until the other is used again @long', async ({
  person,
  server,
}) => {
  const staged = await stageRoom(server)
  const [first, theirs] = [await person(ALLOWED), await person(ALLOWED)]
  await meet(staged, first, theirs)

  await test.step('a second tab goes in, and the first one says where the call is', async () => {
    const second = await first.context().newPage()
    await second.goto(staged.room)
    await join(second).click()
    await expectMoving(tile(second, 'Mariana'))
    await expect(elsewhere(first)).toBeVisible()
    await expectAccessible(first, 'a call that is in another tab')
    await expect(tile(theirs, 'Ana')).toHaveCount(1)
    await expectMoving(tile(theirs, 'Ana'))

    await first.getByRole('button', { name: 'Usar aquí' }).click()
    await expectMoving(tile(first, 'Mariana'))
    await expect(elsewhere(second)).toBeVisible()
    await second.close()
    await expectMoving(tile(theirs, 'Ana'))
  })

  await test.step('a tab that is duplicated takes the call with it', async () => {
    const opening = first.waitForEvent('popup')
    // As a browser duplicates a tab: with what the tab has stored.
    await first.evaluate(() => void window.open(location.href))
    const copy = await opening
    await expectMoving(tile(copy, 'Mariana'))
    await expect(elsewhere(first)).toBeVisible()
    await expect(tile(theirs, 'Ana')).toHaveCount(1)
    await expectMoving(tile(theirs, 'Ana'))
    await first.reload()
    // It has been told that the call is elsewhere, and does not take it back by itself.
    await expect(join(first)).toBeVisible()
    await expectMoving(tile(copy, 'Mariana'))
  })
})

// @spec P.258
test('who stays is told that the connection of the other was cut, not that they left @long', async ({
  person,
  server,
}) => {
  const staged = await stageRoom(server)
  const [hers, theirs] = [await person(ALLOWED), await person({ ...ALLOWED, isNew: true })]
  await meet(staged, hers, theirs)
  // A browser that ends says nothing to anybody.
  await theirs.context().close()
  await expect(tile(hers, 'Mariana').getByText('Reconectando con Mariana...')).toBeVisible()
  await expect(
    hers.getByText('Se cortó la conexión de Mariana. Si vuelve, entrará a esta misma sala.'),
  ).toBeVisible()
  await expect(hers.getByText('Esperando a Mariana. Puedes quedarte aquí.')).toBeVisible()
})

// @spec P.259
test('where picture and sound do not connect, both are offered the other ways to talk @long', async ({
  browser,
  server,
}) => {
  const staged = await stageRoom(server)
  const { coach, client } = staged
  await callApi(server, 'PUT', `/v1/client/${client.clientId}`, {
    token: coach.token,
    body: { whatsapp: '+525512345678' },
  })
  const { id, token } = coach
  const links = { zoom: 'https://zoom.example.org/j/ana', phone: '+529995550101' }
  await callApi(server, 'PUT', `/v1/user/${id}`, {
    token,
    body: { id, country: 'Mexico', city: 'Mérida', timezone: 'America/Merida', ...links },
  })
  await callApi(server, 'PUT', `/v1/coach/${id}`, { token, body: { shownContacts: ['zoom', 'phone'] } })
  const open = async () => {
    const page = await openPage(browser, server, [], ALLOWED)
    // A network that lets nothing through, without a TURN server.
    await page.addInitScript(() => {
      Object.assign(globalThis, {
        RTCPeerConnection: class extends RTCPeerConnection {
          constructor(configuration: RTCConfiguration) {
            super({ ...configuration, iceTransportPolicy: 'relay' })
          }
        },
      })
    })
    return page
  }
  const [hers, theirs] = [await open(), await open()]
  await signIn(hers, coach.email, staged.room)
  await signIn(theirs, client.email, staged.room)
  for (const page of [hers, theirs]) await join(page).click()
  await expect(tile(hers, 'Mariana').getByText('Conectando con Mariana...')).toBeVisible()
  await expect(tile(theirs, 'Ana').getByText('Conectando con Ana...')).toBeVisible()
  await hers.clock.fastForward('00:15')
  await theirs.clock.fastForward('00:15')
  const bar = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'No logramos conectar la imagen y el sonido.' })
  await expect(bar(hers)).toContainText('Pueden hablar por otro medio:')
  const linksOf = (page: Page) =>
    bar(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))
  const zoom = ['Zoom', links.zoom]
  // The client's numbers, and her own meeting to share; he has what she shows.
  expect(await linksOf(hers)).toEqual([
    ['WhatsApp', 'https://wa.me/525512345678'],
    ['Teléfono', 'tel:+525512345678'],
    zoom,
  ])
  await expect(bar(theirs)).toContainText('Pueden hablar por otro medio:')
  expect(await linksOf(theirs)).toEqual([['Teléfono', `tel:${links.phone}`], zoom])
  await expectAccessible(hers, 'other ways to talk')
  for (const page of [hers, theirs]) await page.context().close()
})

// @spec P.239
test('who comes to a room that is full is told so, and may go in once somebody has left @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const groupId = await stageGroup(server, coach, { name: 'Líderes', capacity: 4 })
  const members: StagedClient[] = []
  for (const name of ['Mariana', 'Elena', 'Sol', 'Uma']) {
    const member = await stageClient(server, coach, { name })
    await stageMember(server, coach, groupId, { clientId: member.clientId })
    members.push(member)
  }
  const { id: sessionId } = await bookRoom(server, coach, { type: 'Group', groupId }, 5)
  const last = members.pop()!
  // A room knows who is in it by their sockets; their pictures are nobody's concern here.
  const media = { audio: true, video: true, screen: false, hand: false }
  const inside = []
  for (const { token } of [coach, ...members]) {
    const socket = await openSocket(server.url, token)
    const answer: object = await socket.emitWithAck('CALL_JOIN', {
      sessionId,
      peerId: randomUUID(),
      media,
      isBack: false,
    })
    expect(answer).not.toHaveProperty('error')
    inside.push(socket)
  }
  const page = await person(ALLOWED)
  await signIn(page, last.email, `/session/room/${sessionId}`)
  await expect(page.getByText(/^La sala está llena: caben 4 personas/)).toBeVisible()
  await expect(join(page)).toBeDisabled()
  await inside.at(-1)!.emitWithAck('CALL_LEAVE', { sessionId })
  await join(page).click()
  await expect(tile(page, 'Mariana')).toBeVisible()
  for (const socket of inside) socket.close()
})

/** A browser whose camera and microphone are not as the journeys have them. */
async function browserWith(args: string[], server: TestServer) {
  const browser = await chromium.launch({ executablePath: findChromium()!, args })
  const page = await openPage(browser, server, [], { locale: 'es-MX', timezoneId: 'America/Mexico_City' })
  return { browser, page }
}

const FAKE_DEVICE = '--use-fake-device-for-media-stream'
const FAKE_ANSWER = '--use-fake-ui-for-media-stream'

for (const { what, args, says, advises } of [
  {
    what: 'who refused camera and microphone',
    args: chromiumArgs().map((arg) => (arg === FAKE_ANSWER ? `${FAKE_ANSWER}=deny` : arg)),
    says: 'Norte no tiene permiso para usar tu cámara y tu micrófono.',
    advises: 'Toca el icono a la izquierda de la dirección',
  },
  {
    what: 'who has neither camera nor microphone',
    args: chromiumArgs().filter((arg) => !arg.startsWith(FAKE_DEVICE)),
    says: 'No encontramos cámara ni micrófono.',
    advises: 'También puedes entrar así: verás y oirás a los demás.',
  },
]) {
  // @spec P.230, P.269
  test(`${what} is told what to do, and sees and hears the others all the same @long`, async ({
    person,
    server,
  }) => {
    const { coach, client, room } = await stageRoom(server)
    const hers = await person(ALLOWED)
    const { browser, page: theirs } = await browserWith(args, server)
    await signIn(hers, coach.email, room)
    await signIn(theirs, client.email, room)
    await expect(theirs.getByText(says)).toBeVisible()
    await expect(theirs.getByText(advises)).toBeVisible()
    await expectAccessible(theirs, `the lobby of one ${what}`)
    await join(hers).click()
    await join(theirs).click()
    await expectMoving(tile(theirs, 'Ana'))
    await expect(tile(hers, 'Mariana').getByRole('img', { name: 'Micrófono apagado' })).toBeVisible()
    await expect(tile(hers, 'Mariana').getByTitle('Buena conexión')).toBeVisible()
    await expect(control(theirs, 'Encender cámara')).toBeVisible()
    await browser.close()
  })
}
