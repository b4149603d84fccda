import type { Locator, Page } from '@playwright/test'
import type { Me } from '#contract/account/auth.ts'
import { STORAGE_KEYS } from '#web/storage-keys.ts'
import { initialRoot, sessionOf } from '#web/store/store.ts'
import { QUIET_PLACE } from './browsers.ts'
import { expect } from './fixtures.ts'
import type { TestServer } from './server.ts'

/** Good for every test account: long, and in no list. */
export const PASSWORD = 'girasol-violeta-41'

/** How often to check for a mail; the default interval would grow to a second. */
export const SOON = { intervals: [50] }

let serial = 0

/** An address nobody else has in this run. */
export function newEmail(who: string): string {
  serial += 1
  return `${who}.${process.pid}.${serial}.${Math.random().toString(36).slice(2, 7)}@correo.example`
}

/** The first mail to an address whose text matches, once it has arrived. */
export async function mailed(server: TestServer, to: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      for (const mail of await server.mails(to)) found ??= pattern.exec(mail.text)?.[0]
      return found
    }, SOON)
    .toBeDefined()
  return found!
}

/** Calls the API beside the browser, for preparations that are not the journey's subject. */
export async function callApi<T>(
  server: TestServer,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<T> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

export type StagedCoach = { email: string; token: string; id: string; name: string }
export type StagedClient = { email: string; token: string; clientId: string; name: string }

/** Registers Ana López under an address, by the API; answers her token. */
export async function register(server: TestServer, email: string): Promise<string> {
  const { token } = await callApi<{ token: string }>(server, 'POST', '/v1/auth/register', {
    body: {
      name: 'Ana',
      lastName: 'López',
      email,
      password: PASSWORD,
      country: 'Mexico',
      timezone: 'America/Mexico_City',
      acceptTerms: true,
      acceptPrivacy: true,
    },
  })
  return token
}

/** A coach who has registered, confirmed the address and paid (unless told): seeded, without mails. */
export async function stageCoach(server: TestServer, { paid = true } = {}): Promise<StagedCoach> {
  const person = { email: newEmail('coach'), name: 'Ana', lastName: 'López' }
  const { token, userId: id } = await server.seedCoach({ ...person, password: PASSWORD, paid })
  return { ...person, token, id }
}

/** A client of the coach who has accepted the invitation: seeded, without mails. */
export async function stageClient(
  server: TestServer,
  { id: coachId }: StagedCoach,
  { name = 'Mariana', lastName = 'Torres' } = {},
): Promise<StagedClient> {
  const person = { email: newEmail('cliente'), name, lastName }
  const { token, clientId } = await server.seedClient({ ...person, password: PASSWORD, coachId })
  return { ...person, token, clientId }
}

/** Two hours behind Mexico City until 14 March 2027, one hour from then on. */
export const TIJUANA = 'America/Tijuana'

/** Moves a client's account to Tijuana, by the API. */
export async function moveToTijuana(server: TestServer, { token }: StagedClient): Promise<void> {
  const { id } = await callApi<{ id: string }>(server, 'GET', '/v1/auth/me', { token })
  const body = { id, country: 'Mexico', city: 'Tijuana', timezone: TIJUANA }
  await callApi(server, 'PUT', `/v1/user/${id}`, { token, body })
}

/** Has a person read in English from now on, by the API. */
export async function readEnglish(server: TestServer, { token }: { token: string }): Promise<void> {
  const { id } = await callApi<{ id: string }>(server, 'GET', '/v1/auth/me', { token })
  const body = { language: 'en-US' }
  await callApi(server, 'PUT', `/v1/user/${id}/preferences`, { token, body })
}

/** Accepts the invitation mailed to somebody new, by the API; answers their token. */
export async function acceptMailed(server: TestServer, clientId: string, email: string): Promise<string> {
  const link = await mailed(server, email, /\?t=[\w-]+/)
  const { token } = await callApi<{ token: string }>(server, 'POST', `/v1/invitation/${clientId}`, {
    body: { token: link.slice(3), password: PASSWORD, acceptTerms: true, acceptPrivacy: true },
  })
  return token
}

/** Makes the coach somebody's client as well, by the API; that is where their next sign-in goes. */
export async function alsoClient(server: TestServer, coach: StagedCoach) {
  const other = await stageCoach(server)
  const { id } = await callApi<{ id: string }>(server, 'POST', '/v1/client', {
    token: other.token,
    body: { name: 'Ana', lastName: 'López', email: coach.email, invite: true },
  })
  const link = await mailed(server, coach.email, /\/invitation\/[\w-]+\?t=[\w-]+/)
  await callApi(server, 'POST', `/v1/invitation/${id}`, {
    token: coach.token,
    body: { token: link.split('?t=')[1], acceptTerms: true, acceptPrivacy: true },
  })
}

/**
 * Opens a page for a person who is signed in: the browser's storage has what the sign-in form leaves there. The form
 * itself costs one more screen, and has separate journeys.
 */
export async function signIn(page: Page, email: string, place = '/'): Promise<void> {
  const signedIn = await page.request.post('/v1/auth/user', { data: { email, password: PASSWORD } })
  expect(signedIn.ok(), `${email} signs in`).toBe(true)
  const { token } = (await signedIn.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const me = (await (await page.request.get('/v1/auth/me', { headers })).json()) as Me
  const { language } = me.user
  const stored = {
    [STORAGE_KEYS.session]: { token, userId: me.id },
    [STORAGE_KEYS.root]: { ...initialRoot, session: sessionOf(me, token), translate: { language } },
  }
  // Storage belongs to an address: this one loads nothing else, and is where a page of the pool is already.
  if (!page.url().endsWith(QUIET_PLACE)) await page.goto(QUIET_PLACE)
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value))
  }, Object.entries(stored))
  await page.goto(place)
  await expect(page).not.toHaveURL(/\/$/)
}

/** Signs in through the form and waits for the first screen. */
export async function signInByForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  if (new URL(page.url()).pathname !== '/') await page.goto('/')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).not.toHaveURL(/\/$/)
}

/** Presses a button twice before the page has drawn anything, as a double click does. */
export function pressTwice(button: Locator): Promise<void> {
  return button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

/** The button with the person's picture: named by their card, on phones by what it is. */
export function userMenu(page: Page) {
  return page.getByRole('button', { name: /Ana López/ })
}

/** What is there or new, as a dot of the header says it (spec §1, §2). */
export const GREEN = 'rgb(14, 159, 91)'

/** The colour of the dot on a button of the header, whose name says what is new; null without one. */
export function dotOf(button: Locator): Promise<string | null> {
  return button.evaluate((element) => {
    const last = element.lastElementChild
    return last instanceof HTMLElement ? getComputedStyle(last).backgroundColor : null
  })
}
