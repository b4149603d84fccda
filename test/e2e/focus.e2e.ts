import { expect, test } from './support/fixtures.ts'
import { stageInvitation } from './support/invitations.ts'
import { go } from './support/navigation.ts'
import {
  PASSWORD,
  callApi,
  mailed,
  newEmail,
  register,
  signIn,
  stageClient,
  stageCoach,
} from './support/people.ts'
import { stageRequest } from './support/stage.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('the first wrong field of an invitation has the focus, and a keyboard reaches the eye of a password @long', async ({
  person,
  server,
}) => {
  const { link } = await stageInvitation(server, await stageCoach(server))
  const page = await person()
  await page.goto(link)
  const accept = page.getByRole('button', { name: 'Aceptar invitación' })
  const password = page.getByRole('textbox', { name: /^Contraseña/ })
  const repeated = page.getByRole('textbox', { name: /^Repite la contraseña/ })
  // The error of a field is not visible before the field was visited.
  await expect(password).toHaveAccessibleDescription(/Campo requerido/)
  await expect(page.getByText('Campo requerido').first()).toBeHidden()
  await accept.click()
  await expect(password).toBeFocused()
  await expect(page.getByText('Campo requerido').first()).toBeVisible()

  await password.fill(PASSWORD)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Mostrar u ocultar la contraseña' }).first()).toBeFocused()
  await page.keyboard.press('Space')
  await expect(password).toHaveAttribute('type', 'text')
  await page.keyboard.press('Tab')
  await expect(repeated).toBeFocused()
  await repeated.fill('otra-clave-distinta')
  await accept.click()
  await expect(repeated).toBeFocused()
  await repeated.fill(PASSWORD)
  await accept.click()
  await expect(page.getByLabel('Acepto los términos de uso')).toBeFocused()
})

test('the cancel dialog gives the focus back to its button, and the arrows go through the lengths @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await callApi(server, 'PUT', `/v1/coach/recurring-calendar/${coach.id}`, {
    token: coach.token,
    body: { durations: [30, 60] },
  })
  const page = await person()
  await signIn(page, client.email, `/session/view/${await stageRequest(server, client)}`)
  const cancel = page.getByRole('button', { name: 'Cancelar sesión' })
  for (const close of ['Escape', 'No, conservarla']) {
    await cancel.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: /^Motivo/ })).toBeFocused()
    if (close === 'Escape') await page.keyboard.press(close)
    else await dialog.getByRole('button', { name: close }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(cancel).toBeFocused()
  }
  await go(page, '/session/new')
  const [half, whole] = [
    page.getByRole('radio', { name: '30 min' }),
    page.getByRole('radio', { name: '60 min' }),
  ]
  await half.focus()
  await page.keyboard.press('ArrowRight')
  await expect(whole).toBeFocused()
  await expect(whole).toBeChecked()
})

test('a new coach who comes back to a reloaded page confirms the address with the code they have read @long', async ({
  person,
  server,
}) => {
  const email = newEmail('nueva')
  await register(server, email)
  const page = await person()
  await signIn(page, email)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.getByRole('button', { name: 'Aprobar el pago' }).click()
  const open = page.getByRole('button', { name: 'Confirmar correo' })
  const dialog = page.getByRole('dialog', { name: 'Confirma tu correo' })
  await open.click()
  await expect(dialog).toBeVisible()
  const code = await mailed(server, email, /\b\d{6}\b/)
  await page.reload()
  await open.click()
  await dialog.getByLabel('Código').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tu correo quedó confirmado.')).toBeVisible()
  await expect(open).toHaveCount(0)
  // Opening it again asked for no other code.
  expect((await server.mails(email)).filter(({ text }) => /\b\d{6}\b/.test(text))).toHaveLength(1)
})

test('on a phone the answers to a request do not move when the calendar loads, and the words of a dialog’s buttons are whole @long', async ({
  person,
  server,
}) => {
  const coach = await stageCoach(server)
  const id = await stageRequest(server, await stageClient(server, coach))
  const page = await person(PHONE)
  // Another sign-in is there to end: the one of the staging.
  await signIn(page, coach.email, '/profile/account')
  await page.getByRole('button', { name: 'Cerrar en todos los dispositivos' }).tap()
  const dialog = page.getByRole('dialog')
  const words = dialog.locator('.mantine-Button-label')
  await expect(words).toHaveText(['Cancelar', 'Cerrar en todos los dispositivos'])
  for (const each of await words.all()) {
    expect(await each.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0)
  }
  await dialog.getByRole('button', { name: 'Cancelar' }).tap()
  await expect(dialog).toHaveCount(0)

  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/session/preview', async (route) => (await answer.promise, route.fallback()))
  await go(page, `/session/confirm/${id}`)
  const propose = page.getByRole('button', { name: 'Proponer otro horario' })
  await expect(page.getByText('Revisando tu calendario…')).toBeVisible()
  const before = await propose.boundingBox()
  answer.resolve()
  await expect(page.getByText('Ese horario está libre en tu calendario.')).toBeVisible()
  expect(await propose.boundingBox()).toEqual(before)
})
