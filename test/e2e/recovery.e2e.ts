import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import {
  PASSWORD,
  alsoClient,
  callApi,
  mailed,
  newEmail,
  signIn,
  signInByForm,
  stageClient,
  stageCoach,
  userMenu,
} from './support/people.ts'

const EXPIRED = 'Su sesión ha expirado, por favor inicie sesión nuevamente'
const NEW_PASSWORD = 'jacaranda-azul-27'
const RECOVERY_LINK = /\/recovery\?t=[\w-]+/

/** Closes the toast, so that the next one is a new one. */
async function toast(page: Page, text: string) {
  await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByText(text)).toHaveCount(0)
}

test('a forgotten password: mail, new password, every open session ends (product §3)', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const elsewhere = await person()
  await signIn(elsewhere, coach.email)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)

  const page = await person()
  await test.step('the link comes by mail, and nothing tells whether there is an account', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    // The sign-in has a field of the same name.
    await expect(page.getByRole('heading', { name: 'Recupera tu contraseña' })).toBeVisible()
    await page.getByLabel('Correo').fill(coach.email)
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(
      page.getByText('Si el correo existe, te enviamos un enlace. Revisa también spam.'),
    ).toBeVisible()
  })

  const link = await mailed(server, coach.email, RECOVERY_LINK)
  await test.step('its secret leaves the address bar; the password is asked for twice', async () => {
    await page.goto(link)
    await expect(page).toHaveURL(/\/recovery$/)
    // A phone unloads the page while the person uses another app.
    await page.reload()
    await page.getByLabel('Contraseña nueva').fill('password123')
    await page.getByLabel('Repite la contraseña').fill('password12')
    await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible()
    await page.getByLabel('Repite la contraseña').fill('password123')
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByText('Usa al menos 10 caracteres y evita contraseñas comunes')).toBeVisible()
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
    await page.getByLabel('Repite la contraseña').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByText('Listo. Tu contraseña se actualizó.')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('step.recovery'))).toBeNull()
  })

  await test.step('the other browser is signed out with the fixed text', async () => {
    await expect(elsewhere.getByText(EXPIRED)).toBeVisible()
    await expect(elsewhere).toHaveURL(/\/$/)
  })

  await test.step('a used link offers the next step', async () => {
    await page.goto(link)
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
    await page.getByLabel('Repite la contraseña').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
    await page.getByRole('button', { name: 'Pedir otro enlace' }).click()
    await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeVisible()
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  })

  await test.step('only the new password signs in', async () => {
    await signInByForm(page, coach.email, NEW_PASSWORD)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('a person looks after their account (product §18) @long', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const elsewhere = await person()
  const page = await person()
  await signIn(elsewhere, client.email)
  await signIn(page, client.email, '/profile/account')

  await test.step('preferences: the scheme holds here at once, and on the other device', async () => {
    await page.getByText('Oscura').click()
    // The city, which nobody has asked for so far, may wait.
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await toast(page, 'El registro se agrego con éxito')
    for (const each of [page, elsewhere]) {
      await expect(each.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    }
  })

  await test.step('the address changes with the mailed code, and the coach sees it', async () => {
    const next = newEmail('nueva')
    await go(page, '/profile/contact')
    await page.getByRole('button', { name: 'Cambiar correo' }).click()
    await page.getByLabel('Correo nuevo').fill(next)
    await page.getByLabel('Tu contraseña').fill('girasol-violeta-41')
    await page.getByRole('button', { name: 'Enviar código' }).click()
    const code = await mailed(server, next, /\b\d{6}\b/)
    // A person who comes back from their mail finds the step, though the page was reloaded.
    await page.reload()
    await page.getByLabel('Código').fill(code)
    await page.getByRole('button', { name: 'Confirmar correo' }).click()
    await toast(page, 'Tu correo se actualizó.')
    await expect(page.getByText(next)).toBeVisible()
    const record = await callApi<{ email: string }>(server, 'GET', `/v1/client/${client.clientId}`, {
      token: coach.token,
    })
    expect(record.email).toBe(next)
  })

  await test.step('a wrong present password is named under its field', async () => {
    await go(page, '/profile/account')
    const opener = page.getByRole('button', { name: 'Cambiar contraseña' })
    await opener.click()
    await expect(page.getByLabel('Contraseña actual')).toBeFocused()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expect(opener).toBeFocused()
    await opener.click()
    await page.getByLabel('Contraseña actual').fill('otra-clave-distinta')
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
    await page.getByLabel('Repite la contraseña').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page.getByText('La contraseña no es correcta.')).toBeVisible()
  })

  await test.step('one tap ends the sign-ins elsewhere', async () => {
    await page.getByRole('button', { name: 'Cerrar en todos los dispositivos' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Cerrar en todos los dispositivos' }).click()
    await toast(page, 'Cerramos tus sesiones en los demás dispositivos.')
    await expect(elsewhere.getByText(EXPIRED)).toBeVisible()
    await expect(elsewhere).toHaveURL(/\/$/)
    await expect(page.getByText('Este dispositivo')).toBeVisible()
  })
})

test('a coach who is also a client goes from one space to the other (product §1 D19) @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server, { paid: false })
  await alsoClient(server, coach)
  const page = await person()
  await signIn(page, coach.email)
  const goals = page.getByRole('link', { name: 'Metas' }).first()

  await test.step('signed in to the last space: as a client', async () => {
    await expect(goals).toBeVisible()
    await go(page, '/actions')
    await userMenu(page).click()
    await page.getByRole('menuitem', { name: 'Cambiar de espacio' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar de espacio' })
    await expect(dialog.getByRole('button', { name: /Estás aquí/ })).toBeDisabled()
    await dialog.getByRole('button', { name: /Coach$/ }).click()
  })

  await test.step('as a coach the practice waits for its payment, and the way back stays open', async () => {
    await expect(page).toHaveURL(/\/payment$/)
    await page.getByRole('button', { name: 'Cambiar de espacio' }).click()
    // A second tab of the same browser goes along.
    const tab = await page.context().newPage()
    await tab.goto('/payment')
    await expect(tab.getByRole('heading', { level: 1, name: 'Activa tu cuenta' })).toBeVisible()
    await expect(tab.getByRole('button', { name: 'Cambiar de espacio' })).toBeVisible()
    await expect(tab.locator('[aria-busy="true"]')).toHaveCount(0)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Cliente$/ })
      .click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(goals).toBeVisible()
    await expect(tab).toHaveURL(/\/dashboard$/)
    await expect(page.getByText(EXPIRED)).toHaveCount(0)
    await expect(tab.getByText(EXPIRED)).toHaveCount(0)
  })

  await test.step('it is where the next sign-in goes', async () => {
    const again = await person()
    await signInByForm(again, coach.email)
    await expect(again.getByRole('link', { name: 'Metas' }).first()).toBeVisible()
  })
})
