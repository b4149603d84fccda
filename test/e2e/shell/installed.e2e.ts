import type { CDPSession, Page } from '@playwright/test'
import type { PushPayload } from '#contract/account/push.ts'
import { expect, test } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach, userMenu } from '../support/people.ts'
import { stageSession } from '../support/stage.ts'

/** Like an app that is installed, with its worker. */
const INSTALLED = { isNew: true, serviceWorkers: 'allow' } as const

/** The worker has the files of this release and answers for the page. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })
const keptNames = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('@secure.')))
const isKept = async (page: Page) => (await keptNames(page)).some((name) => name.endsWith('.answers'))

// @spec P.204
test('without a connection the app opens and today’s agenda and ficha are read; at logout nothing is left', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach, { name: 'Renata', lastName: 'Solís' })
  // In an hour and forty minutes.
  const id = await stageSession(server, coach, client, '2027-02-02T16:00:00.000Z', '2027-02-02T17:00:00.000Z')
  const page = await person(INSTALLED)
  await signIn(page, coach.email)
  await expect(page.getByText('Renata Solís').first()).toBeVisible()
  await expect.poll(() => workerReady(page)).toBe(true)
  await expect.poll(() => isKept(page)).toBe(true)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).not.toContain('Renata')

  await page.context().setOffline(true)
  await page.close()
  const cold = await page.context().newPage()
  await test.step('it opens cold, and says since when it is', async () => {
    await cold.goto('/dashboard')
    await expect(cold.getByText('Renata Solís').first()).toBeVisible()
    await expect(cold.getByText(/^Sin conexión\. Ves lo guardado a las 8:\d\d\sh\.$/)).toBeVisible()
    await expect(cold.getByRole('img', { name: 'Sin conexión' })).toBeVisible()
  })
  await test.step('the ficha is there', async () => {
    await cold.goto(`/session/brief/${id}`)
    await expect(cold.getByRole('heading', { name: 'Ficha de la sesión' })).toBeVisible()
    await expect(cold.getByRole('heading', { name: 'Acciones abiertas' })).toBeVisible()
  })
  await test.step('what needs the network says so and offers another try', async () => {
    await cold.goto('/clients')
    await expect(cold.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  })
  await test.step('with a connection everything is fresh, without a reload', async () => {
    await cold.context().setOffline(false)
    await expect(cold.getByRole('link', { name: 'Renata Solís' })).toBeVisible()
    await expect(cold.getByRole('img', { name: 'En línea' })).toBeVisible()
    await expect(cold.getByText(/Sin conexión/)).toHaveCount(0)
  })
  await test.step('at logout it is gone', async () => {
    await userMenu(cold).click()
    await cold.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await cold.getByRole('button', { name: 'Salir', exact: true }).click()
    await expect(cold).toHaveURL(/\/$/)
    expect(await keptNames(cold)).toEqual([])
    await cold.context().setOffline(true)
    await cold.goto('/dashboard')
    await expect(cold.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    await expect(cold.getByText('Renata')).toHaveCount(0)
  })
})

/** The worker of the page, as the browser's own tools know it. */
async function workerOf(page: Page): Promise<{ devtools: CDPSession; registrationId: string }> {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return { devtools, registrationId: await found }
}

test('a push is shown in the words of the server, and leads to its page @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person(INSTALLED)
  await page.context().grantPermissions(['notifications'], { origin: server.url })
  await signIn(page, coach.email)
  await expect.poll(() => workerReady(page)).toBe(true)
  const { devtools, registrationId } = await workerOf(page)
  // This browser has no place for notifications: what the worker would show is noted.
  const [worker] = page.context().serviceWorkers()
  await worker!.evaluate(() => {
    const notes: unknown[] = []
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    registration.showNotification = (title, options) => {
      notes.push({ title, body: options?.body, tag: options?.tag, data: options?.data as unknown })
      return Promise.resolve()
    }
    Object.assign(globalThis, { notes })
  })
  const deliver = (payload: PushPayload | string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId,
      data: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const shown = () => worker!.evaluate(() => (globalThis as unknown as { notes: unknown[] }).notes)
  const soon: PushPayload = {
    v: 1,
    type: 'SESSION_SOON',
    title: 'Tienes una sesión en 3 horas',
    text: 'martes 2 de febrero, 10:00–11:00 h',
    tag: 'session:s1',
    about: { sessionId: '01890000-0000-7000-8000-000000000001' as never },
  }
  await deliver(soon)
  await expect.poll(shown).toEqual([
    {
      title: soon.title,
      body: soon.text,
      tag: soon.tag,
      data: { path: `/session/view/${soon.about.sessionId}` },
    },
  ])
  await deliver('otra cosa')
  await expect.poll(shown).toContainEqual({ title: 'Norte', body: '', tag: 'norte', data: { path: '/' } })
})

// @spec P.205
test('the browser may install it @long', async ({ person, server }) => {
  const page = await person(INSTALLED)
  await page.goto('/')
  const devtools = await page.context().newCDPSession(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect([errors, url]).toEqual([[], `${server.url}/manifest.webmanifest`])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Private windows cannot install anything; everything else would be ours.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const written = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    name: string
    icons: { src: string; sizes: string; purpose: string }[]
    shortcuts: { name: string; url: string }[]
  }
  expect(written.name).toBe('Norte')
  expect(written.shortcuts).toMatchObject([
    { name: 'Calendario', url: '/calendar' },
    { name: 'Mensajes', url: '/messages' },
    { name: 'Próxima sesión', url: '/dashboard' },
  ])
  for (const { src } of written.icons) {
    const icon = await page.request.get(src)
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, 'image/png'])
  }
})

test('a connection that died during sleep is opened again after it, and what is shown is fresh @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person({ isNew: true })
  // The line of a laptop that slept: open on this side, and nobody there.
  let isDead = false
  let opened = 0
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    opened += 1
    const isOld = opened === 1
    const line = socket.connectToServer()
    socket.onMessage((message) => (isOld && isDead ? undefined : line.send(message)))
    line.onMessage((message) => (isOld && isDead ? undefined : socket.send(message)))
  })
  await signIn(page, coach.email)
  await page.getByRole('link', { name: 'Mis Clientes' }).click()
  await expect(page.getByRole('img', { name: 'En línea' })).toBeVisible()
  isDead = true
  await stageClient(server, coach, { name: 'Renata', lastName: 'Solís' })
  // Sooner than the browser's library misses the server.
  await page.clock.fastForward(30_000)
  await expect.poll(() => opened).toBe(2)
  await expect(page.getByRole('img', { name: 'En línea' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Renata Solís' })).toBeVisible()
})
