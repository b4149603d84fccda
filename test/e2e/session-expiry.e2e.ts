import { QUIET_PLACE } from './support/browsers.ts'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { PASSWORD, signIn, stageCoach, userMenu } from './support/people.ts'
import { JOURNEY_NOW } from './support/server.ts'

test('the way in, without Google, and out: the URL requested before it, an expired token, signing out (spec §4)', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const page = await person()
  const submit = page.getByRole('button', { name: 'Iniciar sesión' })
  const password = page.getByLabel('Contraseña', { exact: true })
  const signInHere = async () => {
    await page.getByLabel(/^Correo/).fill(coach.email)
    await password.fill(PASSWORD)
    await submit.click()
  }
  const sessionHere = () => page.evaluate(() => localStorage.getItem('session'))

  // @spec P.1
  await test.step('the URL requested before the sign-in is opened after it', async () => {
    await page.goto('/clients')
    await expect(page).toHaveURL(/\/$/)
    await page.getByLabel(/^Correo/).fill(coach.email)
    // A sign-in that fails says what the server said (spec §8) and leaves nothing behind (spec §4).
    await password.fill('otra-cosa-del-todo')
    await submit.click()
    const refusal = page.getByRole('alert').filter({ hasText: 'Correo o contraseña incorrectos' })
    await expect(refusal).toBeVisible()
    expect(await sessionHere()).toBeNull()
    await test.step('without a provider there is no button for Google', async () => {
      await expect(submit).toBeVisible()
      await expect(page.getByText('Continuar con Google')).toHaveCount(0)
    })
    await signInHere()
    await expect(page).toHaveURL(/\/clients$/)
  })

  await test.step('an expired token shows the fixed text and leads to the sign-in (spec §4)', async () => {
    // The browser's clock runs past the token's end; the next change of route or session looks at it. An answer that
    // is still on its way may be that change, before the link is reached.
    await page.clock.setSystemTime('2027-02-10T15:00:00.000Z')
    const said = page.getByText('Su sesión ha expirado, por favor inicie sesión nuevamente')
    await page.getByRole('link', { name: 'Inicio' }).first().or(said).first().click()
    await expect(said).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    expect(await sessionHere()).toBeNull()
  })

  await test.step('signing out asks first, forgets everything and cuts the way back', async () => {
    await page.clock.setSystemTime(JOURNEY_NOW)
    // Opened by its own address, the sign-in has no URL to return to.
    await go(page, '/')
    await signInHere()
    await expect(page).toHaveURL(/\/dashboard$/)
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
    expect(await sessionHere()).toBeNull()
    await page.goto('/clients')
    await expect(page).toHaveURL(/\/$/)
    await expect(submit).toBeVisible()
  })
})

test('a token that the server no longer takes ends the same way', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const page = await person()
  const other = await person()
  await signIn(page, coach.email)
  await signIn(other, coach.email)
  // The product is left first: the profile that a page has asked for may still arrive, and is stored with the token.
  await page.goto(QUIET_PLACE)
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
