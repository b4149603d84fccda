import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { signIn, stageClient, stageCoach } from './support/people.ts'

test('a link that cannot load says so and stays on the page; once the texts load, the screen opens', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person()
  await signIn(page, coach.email)
  await expect(page).toHaveURL(/\/dashboard$/)
  const texts = '**/locales/es-MX/groups.json'
  // Refused rather than cut: the browser reports a lost connection as an error of the page.
  await page.route(texts, (route) => route.fulfill({ status: 404 }))

  const link = page.getByRole('link', { name: 'Mis Grupos' })
  await link.click()
  const told = page.getByText('No pudimos abrir esta pantalla. Revisa tu conexión e inténtalo de nuevo.')
  await expect(told).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.unroute(texts)
  await link.click()
  await expect(page).toHaveURL(/\/groups$/)
  await expect(
    page.getByText('Crea tu primer grupo para trabajar con varias personas a la vez.'),
  ).toBeVisible()
})

test('without a network that is said at once, and what is on screen is fresh when it is back', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  await stageClient(server, coach, { name: 'Renata', lastName: 'Solís' })
  const page = await person()
  await signIn(page, coach.email)
  await expect(page.getByText('Ahora estas conectado.')).toBeVisible()
  await go(page, '/clients')
  await expect(page.getByRole('link', { name: 'Renata Solís' })).toBeVisible()
  const offline = page.getByText('Sin conexión. Lo que ves puede no estar al día.')
  const retry = page.getByRole('button', { name: 'Reintentar' })

  await test.step('it is said, and what cannot load says so', async () => {
    await page.context().setOffline(true)
    await expect(offline).toBeVisible()
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('Solís')
    await expect(retry).toBeVisible()
    await expect(offline).toBeVisible()
  })

  await test.step('what could not load is there without a tap, and the live connection with it', async () => {
    await page.context().setOffline(false)
    await expect(page.getByRole('link', { name: 'Renata Solís' })).toBeVisible()
    await expect(page.getByText('Ahora estas conectado.')).toBeVisible()
    await expect(offline).toHaveCount(0)
    await expect(retry).toHaveCount(0)
  })
})
