import type { RegisterBody } from '#contract/account/auth.ts'
import type { ClientId, GroupId, UserId } from '#contract/values.ts'
import type { TestApp } from './app.ts'
import { withoutQuietHours } from './mails/quiet-hours.ts'
import { seedClient, seedCoach } from './seeds.ts'

export type TestCoach = { token: string; userId: UserId; email: string; name: string }
export type TestClient = { token: string; userId: UserId; clientId: ClientId; email: string }

/** Good for every test account: long, and in no list. */
export const PASSWORD = 'girasol-violeta-41'

let serial = 0

/** An address nobody else has in this run. */
export function newEmail(who: string): string {
  serial += 1
  return `${who}.${serial}.${Math.random().toString(36).slice(2, 8)}@correo.example`
}

type CoachOptions = { paid?: boolean; verified?: boolean; timezone?: string; name?: string }

/** A new coach who has confirmed the address and, by default, paid: seeded, without mails and without quiet hours. */
export async function newCoach(
  app: TestApp,
  { paid = true, verified = true, timezone = 'America/Mexico_City', name = 'Ana' }: CoachOptions = {},
): Promise<TestCoach> {
  if (!verified) return signedUpCoach(app, { paid, verified, timezone, name })
  const email = newEmail('coach')
  const person = { name, lastName: 'López', email, passwordHash: await passwordHash(app) }
  const coach = await seedCoach(app, { ...person, timezone, paid })
  await withoutQuietHours(app, coach)
  return { ...coach, email, name }
}

/** What somebody registers with. */
export const registration = (email: string): RegisterBody => ({
  name: 'Ana',
  lastName: 'López',
  email,
  password: PASSWORD,
  country: 'Mexico',
  timezone: 'America/Mexico_City',
  acceptTerms: true,
  acceptPrivacy: true,
})

/** A new coach through the product: registers, confirms the address with the mailed code, pays in test mode. */
export async function signedUpCoach(
  app: TestApp,
  { paid = true, verified = true, timezone = 'America/Mexico_City', name = 'Ana' }: CoachOptions = {},
): Promise<TestCoach> {
  const email = newEmail('coach')
  const registered = await app.call('POST /v1/auth/register', {
    body: { ...registration(email), name, timezone },
  })
  if (registered.status !== 201) throw new Error(`register: ${JSON.stringify(registered.body)}`)
  const { token } = registered.body
  if (verified) await verify(app, email)
  if (paid) await pay(app, token)
  const me = await app.call('GET /v1/auth/me', {}, token)
  return { token, userId: me.body.id, email, name }
}

let hashed: Promise<string> | undefined

/** The hash of PASSWORD, which takes its milliseconds once. */
function passwordHash({ deps }: TestApp): Promise<string> {
  hashed ??= deps.passwords.hash(PASSWORD)
  return hashed
}

/** The code of the newest verification mail. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  await app.settle()
  const [mail] = await app.mails(email)
  const code = mail && /\b\d{6}\b/.exec(mail.text)?.[0]
  if (!code) throw new Error(`No code was mailed to ${email}`)
  return code
}

async function verify(app: TestApp, email: string): Promise<void> {
  const code = await mailedCode(app, email)
  const verified = await app.call('POST /v1/auth/verifyemail', { body: { email, code } })
  if (verified.status !== 200) throw new Error(`verifyemail: ${JSON.stringify(verified.body)}`)
}

export async function pay(app: TestApp, token: string): Promise<void> {
  const checkout = await app.call(
    'POST /v1/payment/checkout',
    { body: { planId: 'monthly', method: 'card' } },
    token,
  )
  const settled = await app.call('POST /v1/payment/sandbox/:checkoutId', {
    params: { checkoutId: checkout.body.checkoutId },
    body: { outcome: 'success' },
  })
  if (settled.status !== 200) throw new Error(`payment: ${JSON.stringify(settled.body)}`)
}

/** The token of the newest invitation link mailed to an address. */
export async function mailedInvitation(app: TestApp, email: string): Promise<string> {
  await app.settle()
  for (const mail of await app.mails(email)) {
    const token = /\/invitation\/[0-9a-f-]+\?t=([\w-]+)/.exec(mail.text)?.[1]
    if (token) return token
  }
  throw new Error(`No invitation was mailed to ${email}`)
}

type ClientOptions = { timezone?: string; name?: string }
type SeededOptions = ClientOptions & { lastName?: string; groupId?: GroupId }

/**
 * A new client of the coach who has accepted, by `groupId` a member of that group: seeded, without a mail and without
 * quiet hours.
 */
export async function newClient(
  app: TestApp,
  coach: TestCoach,
  { timezone, name = 'Mariana', lastName = 'Torres', groupId }: SeededOptions = {},
): Promise<TestClient> {
  const email = newEmail('client')
  const person = { name, lastName, email, passwordHash: await passwordHash(app) }
  const client = await seedClient(app, coach.userId, { ...person, timezone, groupId })
  await withoutQuietHours(app, client)
  return { ...client, email }
}

/** A new client through the product: invited by mail, accepted by the link. */
export async function invitedClient(
  app: TestApp,
  coach: TestCoach,
  { timezone, name = 'Mariana' }: ClientOptions = {},
): Promise<TestClient> {
  const email = newEmail('client')
  const created = await app.call(
    'POST /v1/client',
    { body: { name, lastName: 'Torres', email, invite: true, ...(timezone && { timezone }) } },
    coach.token,
  )
  if (created.status !== 201) throw new Error(`client: ${JSON.stringify(created.body)}`)
  const clientId = created.body.id
  const accepted = await app.call('POST /v1/invitation/:clientId', {
    params: { clientId },
    body: {
      token: await mailedInvitation(app, email),
      password: PASSWORD,
      acceptTerms: true,
      acceptPrivacy: true,
      ...(timezone && { timezone }),
    },
  })
  if (accepted.status !== 200) throw new Error(`accept: ${JSON.stringify(accepted.body)}`)
  const me = await app.call('GET /v1/auth/me', {}, accepted.body.token)
  return { token: accepted.body.token, userId: me.body.id, clientId, email }
}
