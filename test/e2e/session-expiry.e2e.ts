import { expect, test } from './support/fixtures.ts'
import { PASSWORD, signIn, stageCoach, userMenu } from './support/people.ts'

test('an expired token shows the fixed text and leads to the sign-in (spec §4)', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person()
  await signIn(page, coach.email)
  await expect(page).toHaveURL(/\/dashboard$/)

  // The browser's clock runs past the token's end; the next change of route or session looks at it. An answer that is
  // still on its way may be that change, before the link is reached.
  await page.clock.setSystemTime('2027-02-10T15:00:00.000Z')
  const said = page.getByText('Su sesión ha expirado, por favor inicie sesión nuevamente')
  await page.getByRole('link', { name: 'Mis Clientes' }).or(said).first().click()
  await expect(said).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
})

test('a token that the server no longer takes ends the same way', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const page = await person()
  const other = await person()
  await signIn(page, coach.email)
  await signIn(other, coach.email)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session')!) as { token: string }
    const parts = session.token.split('.')
    localStorage.setItem(
      'session',
      JSON.stringify({ ...session, token: `${parts[0]}.${parts[1]}.${'A'.repeat(43)}` }),
    )
    const root = JSON.parse(localStorage.getItem('root')!) as { state?: { session?: { token: string } } }
    if (root.state?.session) root.state.session.token = `${parts[0]}.${parts[1]}.${'A'.repeat(43)}`
    localStorage.setItem('root', JSON.stringify(root))
  })
  await page.goto('/clients')
  await expect(page.getByText('Su sesión ha expirado, por favor inicie sesión nuevamente')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  // The other sign-in of the same person goes on.
  await other.goto('/clients')
  await expect(other.getByRole('heading', { name: 'Mis Clientes' })).toBeVisible()
})

test('signing out asks first, forgets everything and cuts the way back', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const page = await person()
  await signIn(page, coach.email)
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Estás a punto de Cerrar Sesión')).toBeVisible()
  await expect(dialog.getByText('¿Estás seguro de salir?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
  await page.goto('/clients')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
})

// @spec P.1
test('the URL requested before the sign-in is opened after it', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const page = await person()
  await page.goto('/clients')
  await expect(page).toHaveURL(/\/$/)
  const password = page.getByLabel('Contraseña', { exact: true })
  await page.getByLabel(/^Correo/).fill(coach.email)
  // A sign-in that fails says what the server said (spec §8) and leaves nothing behind (spec §4).
  await password.fill('otra-cosa-del-todo')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Correo o contraseña incorrectos' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/clients$/)
})
