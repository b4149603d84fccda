import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { go } from './support/navigation.ts'
import { PASSWORD, callApi, mailed, newEmail, signIn } from './support/people.ts'
import { stagePractice } from './support/stage.ts'

/** The six elements of a Mexican privacy notice (product §3), as the headings say them. */
const NOTICE = {
  'es-MX': [
    'Quién es responsable de tus datos y dónde está',
    'Qué datos se tratan',
    'Para qué se usan',
    'Cómo limitar su uso',
    'Cómo ejercer tus derechos ARCO',
    'Cómo te enteras de los cambios',
  ],
  'en-US': [
    'Who is responsible for your data, and where',
    'What data is handled',
    'What it is used for',
    'How to limit its use',
    'How to exercise your ARCO rights',
    'How you learn about changes',
  ],
}

/** The content of the elements: sensitive data named, purposes separated, and who has to complete the text. */
const INSIDE = {
  'es-MX': [
    'Datos sensibles',
    'Finalidades necesarias',
    'Finalidades voluntarias',
    /Versión 2026-12, vigente desde el 1 de diciembre de 2026/,
    /quien opera esta instalación de Norte debe completar los datos marcados/,
    /escribir su nombre o razón social \(OPERATOR_NAME\)/,
  ],
  'en-US': [
    'Sensitive data',
    'Necessary purposes',
    'Voluntary purposes',
    /Version 2026-12, in force since December 1, 2026/,
    /whoever operates this installation of Norte must fill in the marked details/,
    /state their name or company name \(OPERATOR_NAME\)/,
  ],
}

async function expectNotice(page: Page, language: keyof typeof NOTICE) {
  const headings = page.getByRole('heading', { level: 2 })
  await expect(headings.first()).toContainText(NOTICE[language][0]!)
  // The accessible name leaves out the number beside it.
  for (const [index, name] of NOTICE[language].entries())
    await expect(headings.nth(index)).toContainText(name)
  for (const text of INSIDE[language]) await expect(page.getByText(text).first()).toBeVisible()
}

test('a coach switches to English and back, on every open screen at once @long', async ({
  person,
  server,
}) => {
  const stage = await stagePractice(server)
  const { token, email } = stage.coach
  const coach = await person()
  await signIn(coach, email)
  const menu = coach.getByRole('navigation').first()
  const other = await person()
  await signIn(other, email, '/profile/account')

  await test.step('chosen on one device, the other changes without a reload', async () => {
    await expect(menu.getByRole('link', { name: 'Inicio' })).toBeVisible()
    await expect(coach.getByText('martes 2 de febrero', { exact: false }).first()).toBeVisible()
    await other.getByLabel('Idioma').selectOption('English')
    await other.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(other.getByText('Your changes were saved')).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
    const english = ['Home', 'My clients', 'My groups', 'Calendar', 'Messages', 'Resources', 'Memos']
    await expect(menu.getByRole('link')).toContainText([...english, 'My profile'])
    await expect(coach.getByText('Tuesday, February 2', { exact: false }).first()).toBeVisible()
    await expect(coach.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(coach.getByText('1 client hasn’t answered your invitation')).toBeVisible()
  })

  await test.step('dates, plurals and the calendar follow', async () => {
    await menu.getByRole('link', { name: 'Calendar' }).click()
    await expect(coach.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible()
    await expect(coach.getByText('January 31 – February 6')).toBeVisible()
    await expect(coach.getByText('Tue', { exact: true })).toBeVisible()
    await menu.getByRole('link', { name: 'My clients' }).click()
    await expect(coach.getByText('2 clients')).toBeVisible()
    await go(coach, '/notifications')
    await expect(coach.getByText('TODAY').first()).toBeVisible()
    await expect(coach.getByText('New session').first()).toBeVisible()
  })

  await test.step('so do a toast and the mails, each in its reader’s language', async () => {
    await go(coach, `/session/confirm/${stage.sessions.requested}`)
    await coach.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(coach.getByText('Session confirmed. We’ve let Mariana')).toBeVisible()
    await mailed(server, stage.client.email, /Tu sesión con Ana López está confirmada/)
    await callApi(server, 'POST', '/v1/session', {
      token: stage.client.token,
      body: { type: 'Client', startsAt: '2027-02-05T16:00:00.000Z', endsAt: '2027-02-05T17:00:00.000Z' },
    })
    await mailed(server, email, /When: Friday, February 5, 10:00–11:00\n/)
  })

  await test.step('an invited person reads on in the language of the mail', async () => {
    const invited = newEmail('invited')
    await callApi(server, 'POST', '/v1/client', {
      token,
      body: { name: 'Iris', lastName: 'Vega', email: invited, invite: true },
    })
    const link = await mailed(server, invited, /\/invitation\/\S+/)
    const visitor = await person()
    await visitor.goto(link)
    await expect(
      visitor.getByRole('heading', { name: 'Ana López invites you to their coaching space' }),
    ).toBeVisible()
    await visitor.getByRole('button', { name: 'Español' }).click()
    await expect(visitor.getByRole('heading', { name: /te invita a su espacio/ })).toBeVisible()
  })

  await test.step('a reload starts in English, and the way back is as short', async () => {
    await go(coach, '/dashboard')
    await coach.reload()
    await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible()
    await other.getByLabel('Language').selectOption('Español')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByText('El registro se agrego con éxito')).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Inicio' })).toBeVisible()
    await expect(coach.locator('html')).toHaveAttribute('lang', 'es-MX')
  })
})

// @spec 2.4
test('a visitor’s choice stays, through the legal texts and into the account @long', async ({
  person,
  server,
}) => {
  const visitor = await person()
  const email = newEmail('grace')

  await test.step('Spanish until somebody chooses', async () => {
    await visitor.goto('/privacy')
    await expectNotice(visitor, 'es-MX')
    await visitor.getByRole('button', { name: 'English' }).click()
    await expectNotice(visitor, 'en-US')
    await expect(visitor.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
    await visitor.getByRole('link', { name: 'Terms of use' }).click()
    await expect(visitor.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
    await expect(visitor.getByText(/the Spanish text prevails/)).toBeVisible()
  })

  await test.step('a refusal on the landing is in English after a reload', async () => {
    await visitor.goto('/')
    await visitor.getByLabel('Email').fill(email)
    await visitor.getByLabel('Password', { exact: true }).fill('a wrong one')
    await visitor.getByRole('button', { name: 'Sign in' }).click()
    await expect(visitor.getByText('Wrong email or password')).toBeVisible()
  })

  await test.step('the account begins in English', async () => {
    await visitor.getByRole('link', { name: 'Are you a coach? Create your account' }).click()
    await visitor.getByLabel(/^First name/).fill('Grace')
    await visitor.getByLabel(/^Last name/).fill('Miller')
    await visitor.getByLabel(/^Email/).fill(email)
    await visitor.getByLabel(/^Password/).fill(PASSWORD)
    await visitor.getByLabel(/^Repeat password/).fill(PASSWORD)
    await visitor.getByRole('checkbox', { name: /terms of use/ }).check()
    await visitor.getByRole('checkbox', { name: /privacy notice/ }).check()
    await visitor.getByRole('button', { name: 'Create account' }).click()
    await expect(visitor.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
    await mailed(server, email, /This is your code to confirm your email:/)
  })

  await test.step('who is signed in chooses in the account, not on the page', async () => {
    await visitor.goto('/terms')
    await expect(visitor.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Español' })).toHaveCount(0)
  })
})

// @spec 7.20
test('texts are served by language, checked for freshness, and missing ones are 404', async ({
  request,
  server,
}) => {
  const get = (path: string, headers = {}) => request.get(`${server.url}${path}`, { headers })
  for (const language of ['es-MX', 'en-US']) {
    const first = await get(`/locales/${language}/shell.json`)
    expect(first.status()).toBe(200)
    expect(first.headers()['cache-control']).toBe('no-cache')
    const etag = first.headers()['etag']!
    const second = await get(`/locales/${language}/shell.json`, { 'if-none-match': etag })
    expect(second.status()).toBe(304)
  }
  for (const path of [
    '/locales/fr-FR/shell.json',
    '/locales/en-US/nothing.json',
    '/locales/..%2f..%2fpackage.json',
  ]) {
    const missing = await get(path)
    expect([path, missing.status()]).toEqual([path, 404])
    expect(await missing.json()).toMatchObject({ code: 'route.not_found' })
  }
})
