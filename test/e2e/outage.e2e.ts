import { expect, test } from './support/fixtures.ts'
import { signIn, stageCoach } from './support/people.ts'

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
