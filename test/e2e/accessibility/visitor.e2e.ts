import { expectEnglish } from '../support/english.ts'
import { expect, test } from '../support/fixtures.ts'
import { expireInvitation, stageDecline, stageInvitation, stageSharedLink } from '../support/invitations.ts'
import { visit } from '../support/looks.ts'
import { open, settled } from '../support/navigation.ts'
import { callApi, signIn, stageCoach } from '../support/people.ts'
import { type PublicIds, publicAddresses } from './visits.ts'

/** For the addresses that name nothing of a practice. */
const NOTHING: PublicIds = { invitations: ['/'], checkoutId: 'none' }

test('everybody can sign in, and recover their account', async ({ person }) => {
  await visit(await person(), publicAddresses('coming in', NOTHING), open)
})

test('everybody can answer an invitation, whatever its status @long', async ({ person, server }) => {
  const coach = await stageCoach(server)
  const known = await stageCoach(server)
  const [pending, hasAccount, expired, declined] = await Promise.all([
    stageInvitation(server, coach),
    stageInvitation(server, coach, { email: known.email }),
    stageInvitation(server, coach),
    stageInvitation(server, coach),
  ])
  await expireInvitation(server, expired.clientId)
  await stageDecline(server, declined)
  const shared = await stageSharedLink(server, coach, pending.clientId)
  const unknown = '/invitation/01890000-0000-7000-8000-000000000000?t=x'
  const invitations: PublicIds['invitations'] = [
    shared,
    hasAccount.link,
    expired.link,
    declined.link,
    unknown,
  ]
  await visit(await person(), publicAddresses('invitations', { ...NOTHING, invitations }), open)
})

test('everybody can pay @long', async ({ person, server }) => {
  const unpaid = await stageCoach(server, { paid: false })
  const { checkoutId } = await callApi<{ checkoutId: string }>(server, 'POST', '/v1/payment/checkout', {
    token: unpaid.token,
    body: { planId: 'monthly', method: 'card' },
  })
  const coach = await person()
  await signIn(coach, unpaid.email)
  await expect(coach).toHaveURL(/\/payment$/)
  await visit(coach, publicAddresses('paying', { ...NOTHING, checkoutId }), open)
})

test('a visitor reads English alone', async ({ person, server }) => {
  const unpaid = await stageCoach(server, { paid: false })
  const { checkoutId } = await callApi<{ checkoutId: string }>(server, 'POST', '/v1/payment/checkout', {
    token: unpaid.token,
    body: { planId: 'monthly', method: 'card' },
  })
  const page = await person()
  // Without an account the page itself has the choice.
  await page.goto('/')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  for (const place of ['/', '/register', '/recovery', '/privacy', '/terms', `/checkout/${checkoutId}`]) {
    await open(page, place)
    await settled(page, place)
    await expectEnglish(page, place, [])
  }
})
