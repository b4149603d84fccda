import type { Page } from '@playwright/test'
import { type TestProvider, startTestProvider } from '#test/support/fakes/oidc-provider.ts'
import { expectAccessible, expectFits } from './support/axe.ts'
import { test as base, expect } from './support/fixtures.ts'
import { PASSWORD, callApi, mailed, newEmail, signIn, stageCoach } from './support/people.ts'
import { type TestServer, startServer } from './support/server.ts'

/** Journeys through a real provider that runs beside the server. */
const test = base.extend<object, { provider: TestProvider; server: TestServer }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs off this pattern.
    async ({}, use) => {
      const provider = await startTestProvider()
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer(provider.env)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

// One provider and one server for all of them: side by side each journey would start its own.
test.describe.configure({ mode: 'default' })

const continueWithGoogle = (page: Page) => page.getByText('Continuar con Google').click()
const choose = (page: Page, email: string) => page.getByRole('button', { name: email }).click()

/** The sign-in's result is stored nowhere that others read: only the tab may keep it, for a reload. */
async function expectNoSecret(page: Page) {
  expect(page.url()).not.toMatch(/google=|[?#&]t=/)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored).not.toContain('ticket')
}

/** Once used, it is deleted from the tab too. */
async function expectForgotten(page: Page) {
  await expectNoSecret(page)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('ticket')
}

test('a new coach uses the account chooser, completes the registration and gets to /payment @long', async ({
  person,
  provider,
}) => {
  const email = newEmail('nueva')
  provider.add({ sub: email, email, name: 'Sofía', lastName: 'Ríos' })
  const page = await person()
  await page.goto('/')

  // Cancelling in the chooser shows a neutral message, and nothing is lost.
  await continueWithGoogle(page)
  await choose(page, 'Cancelar')
  await expect(page.getByRole('status').filter({ hasText: 'No elegiste una cuenta de Google' })).toBeVisible()
  await expectAccessible(page, 'landing after turning back')

  await continueWithGoogle(page)
  await choose(page, email)
  await expect(page).toHaveURL(/\/register$/)
  await expectNoSecret(page)
  await expect(page.getByLabel('Nombre')).toHaveValue('Sofía')
  await expect(page.getByLabel('Apellidos')).toHaveValue('Ríos')
  await expect(page.getByLabel('Correo', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Correo', { exact: true })).not.toBeEditable()
  await expectAccessible(page, 'registration after Google')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectFits(page, 'registration after Google')

  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByText('Necesitamos tu aceptación para continuar').first()).toBeVisible()
  await page.getByLabel('Acepto los términos de uso').check()
  await page.getByLabel('Leí y acepto el aviso de privacidad').check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page).toHaveURL(/\/payment$/)
  await expect(page.getByRole('heading', { name: 'Activa tu cuenta' })).toBeVisible()
  await expectForgotten(page)

  // The next time one choice is enough.
  const again = await person()
  await again.goto('/')
  await continueWithGoogle(again)
  await choose(again, email)
  await expect(again).toHaveURL(/\/payment$/)
  await expectForgotten(again)
})

test('an invited client accepts through Google, from the mail and from the landing @long', async ({
  person,
  provider,
  server,
}) => {
  const coach = await stageCoach(server)
  const invite = async () => {
    const email = newEmail('invitada')
    provider.add({ sub: email, email, name: 'Mariana', lastName: 'Torres' })
    await callApi(server, 'POST', '/v1/client', {
      token: coach.token,
      body: { name: 'Mariana', lastName: 'Torres', email, invite: true },
    })
    return email
  }
  const accept = async (page: Page) => {
    await expect(page.getByRole('heading', { name: 'Listo con Google' })).toBeVisible()
    await expectNoSecret(page)
    await expectAccessible(page, 'invitation after Google')
    await page.getByLabel('Acepto los términos de uso').check()
    await page.getByLabel('Leí y acepto el aviso de privacidad').check()
    await page.getByRole('button', { name: 'Aceptar invitación' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('link', { name: 'Metas' }).first()).toBeVisible()
  }

  const email = await invite()
  const other = newEmail('otra')
  provider.add({ sub: other, email: other })
  const page = await person()
  await page.goto(await mailed(server, email, /http\S+\/invitation\/\S+/))
  await continueWithGoogle(page)
  await choose(page, other)
  await expect(page.getByText(`Usa la cuenta de Google de ${email}`)).toBeVisible()
  await expectNoSecret(page)
  await continueWithGoogle(page)
  await choose(page, email)
  await accept(page)

  // An invited person who comes through the landing page instead of the mail is led to the invitation, and becomes no
  // coach (D2).
  const forgetful = await invite()
  await mailed(server, forgetful, /\/invitation\//)
  const landing = await person()
  await landing.goto('/')
  await continueWithGoogle(landing)
  await choose(landing, forgetful)
  await expect(landing).toHaveURL(/\/invitation\//)
  await accept(landing)
})

test('a coach links Google to the account, signs in through it, and unlinks it again @long', async ({
  person,
  provider,
  server,
}) => {
  const coach = await stageCoach(server)
  const google = newEmail('google')
  provider.add({ sub: google, email: google })
  const page = await person()
  await signIn(page, coach.email, '/profile/account')
  // Of the page itself: the dialog that fades away has a button of this name too.
  const connect = page.getByRole('main').getByRole('button', { name: 'Conectar Google' })
  await page.route('**/v1/user/*/google', (route) => route.fulfill({ json: { url: '#' } }), { times: 1 })
  const ask = page.getByRole('dialog', { name: '¿Conectar Google?' })
  const confirm = async () => {
    await connect.click()
    await ask.getByLabel('Tu contraseña').fill(PASSWORD)
    await ask.getByRole('button', { name: 'Conectar Google' }).click()
  }
  await confirm()
  await expect(page.getByRole('button', { name: 'Abriendo Google…' })).toBeDisabled()
  // Back from there by the browser's own button: it shows the page as it was left.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await confirm()
  await choose(page, google)
  await expect(page.getByText('Listo. Ya puedes entrar con Google.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/account$/)
  await expectAccessible(page, 'account with Google')

  // The URL requested before the sign-in is opened after it, as after any other (product §2).
  const other = await person()
  await other.goto('/clients')
  await continueWithGoogle(other)
  await choose(other, google)
  await expect(other).toHaveURL(/\/clients$/)

  await page.getByRole('button', { name: 'Desvincular' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Desvincular Google?' })
  await dialog.getByLabel('Tu contraseña').fill('otra-clave-distinta')
  await dialog.getByRole('button', { name: 'Desvincular' }).click()
  await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
  await dialog.getByLabel('Tu contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Desvincular' }).click()
  await expect(page.getByText('Desvinculamos Google de tu cuenta.')).toBeVisible()
  await expect(connect).toBeVisible()
})

test('a coach who has not paid links Google from /payment, and sees the result @long', async ({
  person,
  provider,
  server,
}) => {
  const coach = await stageCoach(server, { paid: false })
  const google = newEmail('google')
  provider.add({ sub: google, email: google })
  const page = await person()
  await signIn(page, coach.email)
  await expect(page).toHaveURL(/\/payment$/)
  const connect = async (answer: string) => {
    await page.getByText('Seguridad de tu cuenta').click()
    await page.getByRole('button', { name: 'Conectar Google' }).click()
    const ask = page.getByRole('dialog', { name: '¿Conectar Google?' })
    await ask.getByLabel('Tu contraseña').fill(PASSWORD)
    await ask.getByRole('button', { name: 'Conectar Google' }).click()
    await choose(page, answer)
  }
  await connect('Cancelar')
  await expect(page.getByText('No elegiste una cuenta de Google')).toBeVisible()
  await connect(google)
  await expect(page.getByText('Listo. Ya puedes entrar con Google.')).toBeVisible()
  await expect(page).toHaveURL(/\/payment$/)
  await page.getByText('Seguridad de tu cuenta').click()
  await expect(page.getByRole('button', { name: 'Desvincular' })).toBeVisible()
})
