import type { TestApp } from '#test/support/app.ts'
import { newGooglePerson, openBrowser } from '#test/support/fakes/google.ts'
import type { TestProvider } from '#test/support/fakes/oidc-provider.ts'
import { type FormPart, formOf } from '#test/support/forms.ts'
import { good } from '#test/support/groups.ts'
import { cancelImport, finishImport, uploadArchive } from '#test/support/imports/archives.ts'
import { inviteClient } from '#test/support/invitations.ts'
import { PASSWORD, type TestCoach, mailedInvitation, newCoach, newEmail, pay } from '#test/support/people.ts'
import { INVOICE_DETAILS } from '#test/support/examples.ts'
import { picture } from '#test/support/pictures.ts'

const NEXT_PASSWORD = 'jacaranda-azul-27'

/** Accounts: signing in and out, passwords, e-mail, profile, settings, payment. */
export async function callAccounts(app: TestApp, coach: TestCoach): Promise<void> {
  const { token, userId } = coach
  const self = { params: { userId } }
  await app.call('POST /v1/auth/user', { body: { email: coach.email, password: PASSWORD } })
  await app.call('GET /v1/user/:userId/sessions', self, token)
  await app.call('GET /v1/user/:userId/activity', { ...self, query: { direction: 'desc', items: 3 } }, token)
  await app.call('GET /v1/user/:userId', self, token)
  await app.call(
    'PUT /v1/user/:userId',
    {
      ...self,
      body: {
        id: userId,
        country: 'Mexico',
        city: 'Mérida',
        timezone: 'America/Mexico_City',
        meet: 'https://meet.example.org/ana',
      },
    },
    token,
  )
  await app.call('GET /v1/user/:userId/preferences', self, token)
  await app.call('PUT /v1/user/:userId/preferences', { ...self, body: { language: 'es-MX' } }, token)
  await app.call('GET /v1/user/:userId/profile', self, token)
  const about = { name: 'Ana', lastName: 'López', bio: 'Acompaño procesos de liderazgo.' }
  await app.call('PUT /v1/user/:userId/profile', { ...self, body: about }, token)
  await callPictures(app, coach)
  await callExport(app, coach)
  await callDeletion(app, coach)
  await callImport(app)
  await callPayment(app)
  await callPasswords(app)
  await callSpaces(app)
}

/** A form with one picture. */
export async function pictureForm(): Promise<ReturnType<typeof formOf>> {
  const part: FormPart = { field: 'photo', file: 'foto.png', type: 'image/png', bytes: await picture() }
  return formOf(part)
}

async function callPictures(app: TestApp, { token, userId }: TestCoach) {
  const url = `/v1/user/${userId}/photo`
  await app.send({ method: 'POST', url, token, ...(await pictureForm()) })
  const me = await app.call('GET /v1/auth/me', {}, token)
  await app.send({ method: 'GET', url: me.body.user.photo!.fileURL })
  await app.call('DELETE /v1/user/:userId/photo', { params: { userId } }, token)
}

async function callDeletion(app: TestApp, { token, userId }: TestCoach) {
  const self = { params: { userId } }
  await app.call('POST /v1/user/:userId/deletion', { ...self, body: { password: PASSWORD } }, token)
  await app.call('GET /v1/user/:userId/deletion', self, token)
  await app.call('DELETE /v1/user/:userId/deletion', self, token)
}

async function callExport(app: TestApp, { token, userId }: TestCoach) {
  const self = { params: { userId }, body: { password: PASSWORD } }
  const { id: exportId } = good(await app.call('POST /v1/user/:userId/export', self, token), 202)
  // Before it is written: the size of an archive differs from run to run.
  await app.call('GET /v1/user/:userId/export', { params: { userId } }, token)
  await app.settle()
  const to = { params: { userId, exportId }, body: {} }
  const opened = good(await app.call('POST /v1/user/:userId/export/:exportId/address', to, token))
  await app.send({ method: 'GET', url: opened.address })
}

async function callImport(app: TestApp) {
  const coach = await newCoach(app)
  const bytes = Buffer.from('un archivo ZIP')
  const { userId, token } = coach
  const id = await uploadArchive(app, coach, bytes)
  await app.call('GET /v1/user/:userId/import', { params: { userId } }, token)
  await finishImport(app, coach, id)
  await cancelImport(app, coach, id)
}

async function callPayment(app: TestApp) {
  const { token } = await newCoach(app, { paid: false })
  await app.call('GET /v1/payment/plans', {}, token)
  const body = { planId: 'monthly', method: 'card' } as const
  const { checkoutId } = (await app.call('POST /v1/payment/checkout', { body }, token)).body
  await app.call('GET /v1/payment/sandbox/:checkoutId', { params: { checkoutId } })
  await app.call('GET /v1/payment/me', {}, token)
  await app.call('GET /v1/payment/ledger', {}, token)
  await app.call('GET /v1/payment/waiting', {}, token)
  await pay(app, token)
  await app.call('PUT /v1/payment/invoice-details', { body: { details: INVOICE_DETAILS } }, token)
  await app.call('GET /v1/payment/invoice-details', {}, token)
  const [paid] = (await app.call('GET /v1/payment/ledger', {}, token)).body.data
  await app.call('GET /v1/payment/receipt/:entryId', { params: { entryId: paid!.id } }, token)
  await app.call('GET /v1/payment/plan-change', { query: { planId: 'yearly' } }, token)
  await app.call('POST /v1/payment/plan-change', { body: { planId: 'yearly' } }, token)
  await app.call('POST /v1/payment/cancel', { body: { reason: 'price', comment: 'Vuelvo en mayo.' } }, token)
  await app.call('POST /v1/payment/resume', {}, token)
}

async function callPasswords(app: TestApp) {
  const { token, userId } = await newCoach(app)
  const params = { userId }
  const next = newEmail('ana')
  await app.call('POST /v1/user/:userId/email', { params, body: { email: next, password: PASSWORD } }, token)
  const code = await mailed(app, next, /\b\d{6}\b/)
  await app.call('PUT /v1/user/:userId/email', { params, body: { code } }, token)
  const change = { current: PASSWORD, password: NEXT_PASSWORD }
  await app.call('PUT /v1/user/:userId/password', { params, body: change }, token)
  const proof = { password: NEXT_PASSWORD }
  await app.call('DELETE /v1/user/:userId/sessions', { params, query: {}, body: proof }, token)
  await app.call('POST /v1/auth/logout', {}, token)
  await app.call('POST /v1/auth/recovery', { body: { email: next } })
  const secret = await mailed(app, next, /(?<=\/recovery\?t=)[\w-]{43}/)
  await app.call('POST /v1/auth/recovery/link', { body: { token: secret } })
  await app.call('PUT /v1/auth/recovery', { body: { token: secret, password: PASSWORD } })
}

/** A coach who is the client of another one changes between both. */
async function callSpaces(app: TestApp) {
  const [coach, other] = [await newCoach(app), await newCoach(app)]
  const { clientId } = await inviteClient(app, other, { email: coach.email })
  const token = await mailedInvitation(app, coach.email)
  const accepted = await app.call(
    'POST /v1/invitation/:clientId',
    { params: { clientId }, body: { token, acceptTerms: true, acceptPrivacy: true } },
    coach.token,
  )
  const { memberships } = (await app.call('GET /v1/auth/me', {}, accepted.body.token)).body
  const { id: membershipId } = memberships.find(({ userType }) => userType === 'coach')!
  await app.call('POST /v1/auth/switch', { body: { membershipId } }, accepted.body.token)
}

/** The first match in the newest mail to an address that has one. */
async function mailed(app: TestApp, email: string, pattern: RegExp): Promise<string> {
  await app.settle()
  for (const { text } of await app.mails(email)) {
    const found = pattern.exec(text)?.[0]
    if (found) return found
  }
  throw new Error(`Nothing like ${pattern} was mailed to ${email}`)
}

/** Signing in, registering and linking with Google, and from an invitation. */
export async function callGoogle(app: TestApp, provider: TestProvider): Promise<void> {
  const google = newGooglePerson()
  provider.add(google)
  const browser = openBrowser(app)
  const googleData = await browser.ticket(google.sub)
  await browser.post('/v1/auth/google/profile', { googleData })
  await browser.post('/v1/auth/register/google', {
    googleData,
    isCoach: true,
    country: 'Mexico',
    timezone: 'America/Mexico_City',
    acceptTerms: true,
    acceptPrivacy: true,
  })
  await browser.post('/v1/auth/user/google', { googleData: await browser.ticket(google.sub) })

  const coach = await newCoach(app)
  const linked = newGooglePerson()
  provider.add(linked)
  const started = await browser.post(`/v1/user/${coach.userId}/google`, { password: PASSWORD }, coach.token)
  await browser.goThrough(linked.sub, (started.body as { url: string }).url)
  const self = { params: { userId: coach.userId } }
  await app.call('GET /v1/user/:userId/google', self, coach.token)
  await app.call('DELETE /v1/user/:userId/google', { ...self, body: { password: PASSWORD } }, coach.token)
  const { clientId, token } = await inviteClient(app, coach)
  await browser.post(`/v1/invitation/${clientId}/google`, { token })
}
