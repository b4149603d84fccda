import { expectEnglish } from '../support/english.ts'
import { expect, test } from '../support/fixtures.ts'
import { expireInvitation, stageDecline, stageInvitation, stageSharedLink } from '../support/invitations.ts'
import { open, settled, visit } from '../support/looks.ts'
import { callApi, signIn, stageCoach } from '../support/people.ts'

test('everybody can sign in, and recover their account', async ({ person }) => {
  const places = ['/', '/register', '/recovery', '/recovery?t=x', '/recovery?t=', '/privacy', '/terms']
  await visit(await person(), places, open)
})

test('everybody can answer an invitation, whatever its status', async ({ person, server }) => {
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
  await visit(await person(), [shared, hasAccount.link, expired.link, declined.link, unknown], open)
})

test('everybody can pay', async ({ person, server }) => {
  const unpaid = await stageCoach(server, { paid: false })
  const { checkoutId } = await callApi<{ checkoutId: string }>(server, 'POST', '/v1/payment/checkout', {
    token: unpaid.token,
    body: { planId: 'monthly', method: 'card' },
  })
  const coach = await person()
  await signIn(coach, unpaid.email)
  await expect(coach).toHaveURL(/\/payment$/)
  await visit(coach, ['/payment', `/checkout/${checkoutId}`], open)
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
