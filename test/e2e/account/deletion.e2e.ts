import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { PASSWORD, signIn, stageClient, stageCoach } from '../support/people.ts'

// @spec P.340
test('a client asks for the end of their account, which their coach sees live, and keeps it', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const coachPage = await person()
  await signIn(coachPage, coach.email, `/clients/view/${client.clientId}`)
  await expect(coachPage.getByRole('heading', { level: 1, name: client.name })).toBeVisible()
  const ending = coachPage.getByText(/eliminará su cuenta el/)
  await expect(ending).toBeHidden()

  const page = await person()
  await signIn(page, client.email, '/profile/account')
  await test.step('the client reads what goes and what stays, and asks for it', async () => {
    await expect(page.getByText(/^Se borra lo que escribiste/)).toBeVisible()
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
    await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
    await expectAccessible(page, 'the dialog of the end of an account')
    await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    await expect(page.getByText(/^Tu cuenta se eliminará el /)).toBeVisible()
  })

  await test.step('it is said above every screen, and on the coach’s screen of the client', async () => {
    await expect(ending).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByText(/^Tu cuenta se eliminará el /)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Tu cuenta se eliminará el /)).toBeVisible()
  })

  await test.step('the client keeps the account from there', async () => {
    await page.getByRole('button', { name: 'Conservar mi cuenta' }).click()
    await expect(page.getByText('Tu cuenta se conserva.')).toBeVisible()
    await expect(page.getByText(/^Tu cuenta se eliminará el /)).toBeHidden()
    await expect(ending).toBeHidden()
  })

  await test.step('the coach closes the practice, and the client is told above their screens', async () => {
    await coachPage.goto('/profile/account')
    await expect(coachPage.getByText(/^Una persona pierde el espacio/)).toBeVisible()
    await coachPage.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    const dialog = coachPage.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
    await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    const told = page.getByText(/cierra este espacio el/)
    await expect(told).toBeVisible()
    await page.getByRole('link', { name: 'Descargar mis datos' }).click()
    await expect(page).toHaveURL(/\/profile\/account$/)
    await coachPage.getByRole('button', { name: 'Conservar mi cuenta' }).click()
    await expect(told).toBeHidden()
  })
})
