import { expect, test } from '../support/fixtures.ts'
import { PASSWORD, signIn, signInByForm, stageCoach } from '../support/people.ts'

const NEW_PASSWORD = 'jacaranda-azul-27'

// @spec P.331
test('a wrong password, a sign-in elsewhere and a changed password are listed for the person (docs/decisions/078)', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const [page, elsewhere] = [await person(), await person()]
  await signIn(page, coach.email)

  await test.step('somebody tries a wrong password, then the right one, in another browser', async () => {
    await elsewhere.goto('/')
    await elsewhere.getByLabel('Correo').fill(coach.email)
    await elsewhere.getByLabel('Contraseña', { exact: true }).fill('otra-cosa-del-todo')
    await elsewhere.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(
      elsewhere.getByRole('alert').filter({ hasText: 'Correo o contraseña incorrectos' }),
    ).toBeVisible()
    await signInByForm(elsewhere, coach.email)
  })

  await test.step('the person changes the password', async () => {
    await page.goto('/profile/account')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await page.getByLabel('Contraseña actual').fill(PASSWORD)
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
    await page.getByLabel('Repite la contraseña').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByText('Listo. Tu contraseña se actualizó.')).toBeVisible()
  })

  await test.step('all of it is listed, the newest first, and what failed is marked', async () => {
    await page.getByRole('link', { name: 'Ver actividad' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Actividad de tu cuenta' })).toBeVisible()
    const lines = page.getByRole('main').getByRole('listitem')
    await expect(lines.first()).toContainText('Cambiaste tu contraseña')
    await expect(lines.first()).toContainText('Tú · Chrome en Linux · 127.0.0.1')
    await expect(lines.filter({ hasText: 'Iniciaste sesión' }).first()).toContainText('Chrome en Linux')
    const failed = lines.filter({ hasText: 'Intento de iniciar sesión' })
    await expect(failed).toContainText('Fallido')
    await expect(failed).toContainText('Sin sesión iniciada')
    await expect(page.getByRole('link', { name: 'Cambiar contraseña' })).toHaveAttribute(
      'href',
      '/profile/account',
    )
    await expect(page.getByRole('button', { name: 'Cerrar en todos los dispositivos' })).toBeVisible()
  })
})
