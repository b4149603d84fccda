import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import {
  expireInvitation,
  mailedInvitationCode,
  stageInvitation,
  stageSharedLink,
} from './support/invitations.ts'
import { PASSWORD, mailed, signIn, stageClient, stageCoach } from './support/people.ts'

/** Fills the form of a new account. */
async function fillAccount(page: Page) {
  await page.getByLabel(/^Contraseña/).fill(PASSWORD)
  await page.getByLabel(/^Repite la contraseña/).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /términos/ }).check()
  await page.getByRole('checkbox', { name: /privacidad/ }).check()
}

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')

test('a shared link is accepted with the code that was mailed to the invited person', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const { clientId, email } = await stageInvitation(server, staged)
  const coach = await person({ permissions: ['clipboard-read', 'clipboard-write'], isNew: true })
  await signIn(coach, staged.email, `/clients/view/${clientId}`)

  const link = await test.step('the coach copies a link and has a message for WhatsApp', async () => {
    await coach.getByRole('button', { name: 'Compartir invitación' }).click()
    const dialog = coach.getByRole('dialog', { name: 'Compartir la invitación de Renata' })
    await expect(dialog.getByText(email)).toBeVisible()
    const url = await dialog.getByLabel('Enlace de Renata').inputValue()
    await dialog.getByRole('button', { name: 'Copiar enlace' }).click()
    await expect(dialog.getByText('Enlace copiado.')).toBeVisible()
    expect(await coach.evaluate(() => navigator.clipboard.readText())).toBe(url)
    const whatsapp = dialog.getByRole('link', { name: 'Enviar por WhatsApp' })
    await expect(whatsapp).toHaveAttribute(
      'href',
      `https://wa.me/?text=${encodeURIComponent(
        `Hola, Renata. Te invito a tu espacio de coaching. Al aceptar te llegará un código a tu correo. ${url}`,
      )}`,
    )
    await expect(whatsapp).toHaveAttribute('rel', /noopener/)
    await coach.keyboard.press('Escape')
    await expect(coach.getByRole('button', { name: 'Compartir invitación' })).toBeFocused()
    return url
  })

  const visitor = await person()
  await test.step('the link alone is not enough: a code goes to the invited address', async () => {
    await visitor.goto(link)
    await expect(visitor.getByText(`Al aceptar te enviaremos un código a ${email}`)).toBeVisible()
    await expect(visitor).not.toHaveURL(/t=/)
    await fillAccount(visitor)
    await visitor.getByRole('button', { name: 'Aceptar invitación' }).click()
    await expect(visitor.getByRole('heading', { name: 'Confirma que eres tú' })).toBeVisible()
    await expect(visitor.getByLabel('Código')).toBeFocused()
  })

  await test.step('a person who comes back from their mail to a reloaded page goes on with that code', async () => {
    await mailedInvitationCode(server, email)
    await visitor.reload()
    await expect(visitor.getByText(`Ya te enviamos un código a ${email}`)).toBeVisible()
    await fillAccount(visitor)
    await visitor.getByRole('button', { name: 'Aceptar invitación' }).click()
    await expect(visitor.getByLabel('Código')).toBeFocused()
  })

  await test.step('a wrong one is refused; another one can be requested', async () => {
    const first = await mailedInvitationCode(server, email)
    await visitor.getByLabel('Código').fill(wrongFor(first))
    await visitor.getByRole('button', { name: 'Confirmar' }).click()
    await expect(visitor.getByText('El código no es correcto o ya venció.')).toBeVisible()
    await expectAccessible(visitor, 'a wrong code')
    await visitor.getByRole('button', { name: 'Enviar otro código' }).click()
    await expect(visitor.getByText('Te enviamos otro código.')).toBeVisible()
  })

  await test.step('the right one lets them in, and the coach sees it live', async () => {
    const code = await mailedInvitationCode(server, email, 2)
    // As pasted from a mail that spaces it.
    await visitor.getByLabel('Código').fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
    await visitor.keyboard.press('Enter')
    await expect(visitor).toHaveURL(/\/dashboard$/)
    await expect(coach.getByText('Activo', { exact: true })).toBeVisible()
    await expect(coach.getByRole('button', { name: 'Compartir invitación' })).toBeHidden()
  })
})

test('an expired invitation is requested again and accepted @long', async ({ person, server }) => {
  const staged = await stageCoach(server)
  const { clientId, email, link } = await stageInvitation(server, staged)
  await expireInvitation(server, clientId)
  const coach = await person()
  await signIn(coach, staged.email, `/clients/view/${clientId}`)
  await expect(coach.getByText('Invitación vencida', { exact: true })).toBeVisible()

  const visitor = await person()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Esta invitación venció' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Pedir una nueva' }).click()
  await expect(visitor.getByRole('heading', { name: 'Listo. Revisa tu correo' })).toBeVisible()
  await expect(coach.getByText('Invitado', { exact: true })).toBeVisible()

  await test.step('once more comes too soon', async () => {
    const impatient = await person()
    await impatient.goto(link)
    await impatient.getByRole('button', { name: 'Pedir una nueva' }).click()
    await expect(impatient.getByText('Espera unos minutos antes de reenviar.')).toBeVisible()
  })

  await expect.poll(async () => (await server.mails(email)).length).toBe(2)
  const old = new URL(link).searchParams.get('t')
  const fresh = await mailed(server, email, new RegExp(`http\\S+/invitation/\\S+\\?t=(?!${old})[\\w-]+`))
  await visitor.goto(fresh)
  await fillAccount(visitor)
  await visitor.getByRole('button', { name: 'Aceptar invitación' }).click()
  await expect(visitor).toHaveURL(/\/dashboard$/)
  await visitor.goto(fresh)
  await expect(visitor.getByRole('heading', { name: 'Esta invitación ya se usó' })).toBeVisible()
})

test('a person signed in with another account signs out first, and may decline with the code @long', async ({
  person,
  server,
}) => {
  const staged = await stageCoach(server)
  const { email } = await stageClient(server, staged)
  const invited = await stageInvitation(server, staged)
  const shared = await stageSharedLink(server, staged, invited.clientId)
  const visitor = await person()
  await signIn(visitor, email, shared)
  await expect(
    visitor.getByText('Estás dentro como Mariana Torres. Cierra sesión para aceptar.'),
  ).toBeVisible()
  await visitor.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(visitor.getByRole('heading', { name: 'Crea tu cuenta' })).toBeVisible()

  await visitor.getByRole('button', { name: 'No, gracias' }).click()
  await visitor.getByRole('button', { name: 'Sí, rechazar' }).click()
  await expect(visitor.getByRole('heading', { name: 'Confirma que eres tú' })).toBeVisible()
  await visitor.getByLabel('Código').fill(await mailedInvitationCode(server, invited.email))
  await visitor.getByRole('button', { name: 'Confirmar' }).click()
  await expect(visitor.getByRole('heading', { name: 'Gracias por responder' })).toBeVisible()
  await visitor.goto(shared)
  await expect(visitor.getByRole('heading', { name: 'Esta invitación se rechazó' })).toBeVisible()
  expect(await visitor.evaluate(() => sessionStorage.getItem('step.invitation'))).toBeNull()
})

test('a person with an account signs in within a shared link: the sign-in proves the address @long', async ({
  person,
  server,
}) => {
  const [staged, other] = await Promise.all([stageCoach(server), stageCoach(server)])
  const { clientId } = await stageInvitation(server, other, { email: staged.email })
  const visitor = await person()
  await visitor.goto(await stageSharedLink(server, other, clientId))
  await expect(visitor.getByRole('heading', { name: 'Ya tienes una cuenta' })).toBeVisible()
  await visitor.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await visitor.getByRole('button', { name: 'Iniciar sesión y aceptar' }).click()
  await expect(visitor).toHaveURL(/\/dashboard$/)
})
