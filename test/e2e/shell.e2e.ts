import { HOUR_MS, fromIso } from '#time/clock.ts'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { GREEN, dotOf, signIn, stageClient, stageCoach } from './support/people.ts'
import { JOURNEY_NOW } from './support/server.ts'
import { stagePractice } from './support/stage.ts'

const RED = 'rgb(217, 45, 32)'

test('each side has its own sidebar, in the order and words of the spec (spec §2)', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const people = { coach, client: await stageClient(server, coach) }
  const expected = {
    coach: ['Inicio', 'Mis Clientes', 'Mis Grupos', 'Calendario', 'Mensajes', 'Recursos', 'Memorándum'],
    client: ['Inicio', 'Calendario', 'Metas', 'Acciones', 'Recursos', 'Mensajes'],
  }
  for (const side of ['coach', 'client'] as const) {
    const page = await person()
    // A place of the other side, around which the sidebar is the same.
    await signIn(page, people[side].email, side === 'coach' ? '/goals' : '/clients')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/No encontramos/)).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu.getByRole('link')).toContainText([...expected[side], 'Mi Perfil'])
    await expect(menu.getByRole('link', { name: 'Mi Perfil' })).toHaveAttribute('href', '/profile')
  }
})

test('a coach finds their way: menus, sidebar, addresses, what was typed, toasts (spec §2, §4, §8, §9)', async ({
  person,
  server,
}) => {
  const stage = await stagePractice(server)
  const page = await person()
  const popover = page.getByRole('dialog')
  await signIn(page, stage.coach.email)

  // @spec 2.22, 2.24, 9.6
  await test.step('the popovers are 270 by 300 and say when there is nothing (spec §2, §9)', async () => {
    await page.getByRole('button', { name: /^Mensajes/ }).click()
    const size = async () => {
      const box = await popover.boundingBox()
      return box && [Math.round(box.width), Math.round(box.height)]
    }
    await expect(popover.getByText('Sin Mensajes')).toBeVisible()
    expect(await dotOf(page.getByRole('button', { name: 'Mensajes', exact: true }))).toBeNull()
    await expect.poll(size).toEqual([270, 300])
    await page.keyboard.press('Escape')
    await expect(popover).toBeHidden()
    const bell = page.getByRole('button', { name: /^Notificaciones, \d+ sin leer$/ })
    await expect(bell).toBeVisible()
    expect(await dotOf(bell)).toBe(GREEN)
    await bell.click()
    await expect.poll(size).toEqual([270, 300])
    await popover.getByRole('link', { name: 'Ver todas las Notificaciones' }).click()
    await expect(page).toHaveURL(/\/notifications$/)
    await page.getByRole('button', { name: /^Mensajes/ }).click()
    await popover.getByRole('link', { name: 'Ver todos los mensajes' }).click()
    await expect(page).toHaveURL(/\/messages$/)
    await expect(page.getByText('Aún no tienes conversaciones.')).toBeVisible()
  })

  await test.step('markup in names and notes is shown as it was typed (ASVS 1.2.1)', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    page.on('dialog', () => {
      throw new Error('A dialog was opened by markup')
    })
    await go(page, '/clients/new')
    await page.getByLabel(/^Nombre/).fill(markup)
    await page.getByLabel(/^Apellidos/).fill('<b>Torres</b>')
    await page.getByLabel(/^Correo/).fill(`markup.${stage.coach.id}@correo.example`)
    await page.getByRole('button', { name: 'Guardar sin invitar' }).click()
    await expect(page.getByRole('heading', { name: `${markup} <b>Torres</b>` })).toBeVisible()
  })

  // @spec 2.16, 4.7
  await test.step('the sidebar stays collapsed after a reload (spec §2, §9)', async () => {
    await page.getByRole('button', { name: 'Contraer' }).click()
    expect(await page.evaluate(() => localStorage.getItem('collapsed'))).toBe('true')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expandir' })).toBeVisible()
    await page.getByRole('button', { name: 'Expandir' }).click()
    expect(await page.evaluate(() => localStorage.getItem('collapsed'))).toBe('false')
  })

  await test.step('a paid coach never stays at /payment (spec §4)', async () => {
    await page.goto('/payment')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  await test.step('screens load when opened: the bar shows while the code of one is on its way', async () => {
    const bar = page.getByRole('status').filter({ hasText: 'Cargando...' })
    const held = Promise.withResolvers<void>()
    const code = '**/assets/ClientsScreen-*.js'
    await page.route(code, async (route) => (await held.promise, route.fallback()))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Ana')
    await expect(bar).toHaveCount(0)
    await page.getByRole('link', { name: 'Mis Clientes' }).click()
    await expect(bar).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Ana')
    held.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mis Clientes')
    await expect(bar).toHaveCount(0)
    // A route switches off the browser's cache for the page.
    await page.unroute(code)
  })

  await test.step('an unknown type is no place, nor is an unknown session (product D10)', async () => {
    await page.goto(`/sessions/${stage.client.clientId}/Otro`)
    await expect(page.getByText(/No encontramos/)).toBeVisible()
    await page.goto('/session/view/01890000-0000-7000-8000-000000000000')
    await expect(page.getByText(/No encontramos/).first()).toBeVisible()
  })

  // @spec 8.7
  await test.step('menus that cannot be loaded offer to try again; it is only logged (spec §8)', async () => {
    const logged: string[] = []
    page.on('console', (message) => void (message.type() === 'warning' && logged.push(message.text())))
    const both = /\/v1\/(notification\/pending|message\/rooms)/
    await page.route(both, (route) =>
      route.fulfill({ status: 404, json: { error: 'No se pudo.', code: 'route.not_found', requestId: 'x' } }),
    )
    // Nor does a paid coach stay at /register.
    await page.goto('/register')
    await expect(page).toHaveURL(/\/dashboard$/)
    for (const [menu, what] of [
      ['Notificaciones', 'notification.pending'],
      ['Mensajes', 'message.rooms'],
    ] as const) {
      await page.getByRole('button', { name: menu, exact: true }).click()
      await expect(popover.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expect(page.getByText('No se pudo.')).toHaveCount(0)
      expect(logged.some((text) => text.startsWith(what))).toBe(true)
      await page.keyboard.press('Escape')
      await expect(popover).toBeHidden()
    }
    await page.unroute(both)
  })

  // @spec 4.13, 9.5
  await test.step('a toast is bottom right and hides after 6000 ms or when closed (spec §4, §9)', async () => {
    await go(page, '/notifications')
    const remove = page.getByRole('button', { name: /^Eliminar notificación/ }).first()
    await expect(remove).toBeVisible()
    // From here on time passes only when it is told to.
    await page.clock.pauseAt(fromIso(JOURNEY_NOW) + HOUR_MS)
    await remove.click()
    const toast = page.getByText('Notificación eliminada')
    await expect(toast).toBeVisible()
    const [box, size] = [(await toast.boundingBox())!, page.viewportSize()!]
    expect(box.x).toBeGreaterThan(size.width / 2)
    expect(box.y).toBeGreaterThan(size.height / 2)
    // Its strip is as wide as the page and ends at the foot of the window: it shows no half of a row or button.
    const strip = (await page.getByRole('status').filter({ has: toast }).boundingBox())!
    const main = (await page.getByRole('main').boundingBox())!
    expect([strip.x, strip.x + strip.width]).toEqual([main.x, main.x + main.width])
    expect(strip.y + strip.height).toBe(size.height)
    await page.clock.runFor(5_999)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(toast).toBeHidden()
    await remove.click()
    await expect(toast).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(toast).toBeHidden()
  })
})

// @spec 1.8, 1.14, 1.15, 2.17
test('the header shows the signed-in person, and on a phone opens the menu (spec §1, §2)', async ({
  person,
  server,
}) => {
  const client = await stageClient(server, await stageCoach(server))
  const page = await person({ isNew: true })
  // Groups come with their feature; until then the answer is given one on its way.
  const me = '**/v1/auth/me'
  await page.route(me, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { user: object }
    const group = { id: '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10', name: 'Líderes' }
    Object.assign(answer.user, { role: 'member', companyName: 'Casa Brújula', group })
    await route.fulfill({ response, json: answer })
  })
  await signIn(page, client.email)

  await test.step('a greeting with the group, or the screen’s own title and subtitle', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Hola, Mariana' })).toBeVisible()
    await expect(page.getByText(/· Grupo Líderes$/)).toBeVisible()
    await go(page, '/notifications')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notificaciones')
    await expect(page.getByText('Lo que ha pasado en tu proceso.')).toBeVisible()
  })

  await test.step('name, role, company, and the dot of the socket', async () => {
    const card = page.getByRole('button', { name: /Mariana Torres/ })
    await expect(card).toContainText('Mariana Torres')
    await expect(card).toContainText('Integrante · Casa Brújula')
    await expect(card.getByRole('img', { name: 'En línea' })).toHaveCSS('background-color', GREEN)
    await card.click()
    const entries = page.getByRole('menuitem')
    await expect(entries).toHaveText(['Mi Perfil', 'Configuración', 'Cerrar Sesión'])
    await expect(entries.nth(0)).toHaveAttribute('href', '/profile')
    await expect(entries.nth(1)).toHaveAttribute('href', '/settings')
    // A server that accepts the connection and refuses every socket.
    await page.routeWebSocket(/socket\.io/, (socket) => {
      socket.onMessage(() => socket.send('44{"message":"down"}'))
      socket.send('0{"sid":"x","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}')
    })
    // A route switches off the browser's cache for the page.
    await page.unroute(me)
    await page.reload()
    await expect(page.getByText('Ocurrio un error al conectar con el servidor.')).toBeVisible()
    await expect(card.getByRole('img', { name: 'Sin conexión' })).toHaveCSS('background-color', RED)
  })

  await test.step('the hamburger opens and closes the sidebar', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const drawer = page.getByRole('dialog', { name: 'Menú principal' })
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await expect(drawer.getByRole('link', { name: 'Metas' })).toBeVisible()
    await drawer.getByRole('button', { name: 'Cerrar menú' }).click()
    await expect(drawer).toBeHidden()
  })
})
