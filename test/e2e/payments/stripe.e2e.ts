import type { Page } from '@playwright/test'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { type StripeService, startStripe } from '#test/support/fakes/stripe/stripe.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, systemClock, toIso } from '#time/clock.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { signIn, stageClient, stageCoach } from '../support/people.ts'
import { stageGoal } from '../support/stage.ts'
import { JOURNEY_NOW, type TestServer, startServer } from '../support/server.ts'

/** Journeys through a Stripe that runs beside the server: its pages, and what it tells. */
const test = base.extend<object, { stripe: StripeService; server: TestServer }>({
  stripe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs off this pattern.
    async ({}, use) => {
      const ahead = fromIso(JOURNEY_NOW) - systemClock.now()
      const stripe = await startStripe({ clock: { now: () => epochMs(systemClock.now() + ahead) } })
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      // The endpoint has its address once the server listens, and the server its secret before.
      const secret = stripe.notify('http://127.0.0.1:9/')
      const server = await startServer({
        PAYMENT_PROVIDER: 'stripe',
        STRIPE_SECRET_KEY: stripe.apiKey,
        STRIPE_WEBHOOK_SECRETS: secret,
        STRIPE_API_URL: stripe.url,
      })
      for (const endpoint of stripe.world.endpoints.values()) {
        endpoint.url = `${server.url}/v1/payment/stripe/webhook`
      }
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

// One Stripe and one server for all of them, and its time only goes on.
test.describe.configure({ mode: 'default' })

const toCheckout = async (page: Page, method: 'Tarjeta' | 'OXXO' | 'Transferencia') => {
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
}
const payByCard = async (page: Page, card: string) => {
  await page.getByLabel('Número de tarjeta').fill(card)
  await page.getByRole('button', { name: 'Suscribirse' }).click()
}
const expectThanks = async (page: Page) => {
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Pago recibido. ¡Gracias!')).toBeVisible()
}
const lastOf = <T>(rows: ReadonlyMap<string, T>) => [...rows.keys()].at(-1)!

// @spec P.284
test('a card is declined, another one asks its bank, and the account opens', async ({ person, server }) => {
  const coach = await stageCoach(server, { paid: false })
  const page = await person()
  await signIn(page, coach.email, '/payment')
  await toCheckout(page, 'Tarjeta')
  await payByCard(page, CARDS.declined)
  await expect(page.getByRole('alert')).toContainText('rechazada')
  await payByCard(page, CARDS.asksBank)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByRole('alert')).toContainText('No pudimos autenticar')
  await payByCard(page, CARDS.asksBank)
  await page.getByRole('button', { name: 'Completar' }).click()
  await expectThanks(page)
})

// @spec P.284
test('a voucher that is paid opens the account @long', async ({ person, server, stripe }) => {
  const coach = await stageCoach(server, { paid: false })
  const page = await person()
  await signIn(page, coach.email, '/payment')
  await toCheckout(page, 'OXXO')
  await page.getByRole('button', { name: 'Generar vale' }).click()
  await page.getByRole('link', { name: 'Volver al sitio' }).click()
  await expect(page.getByRole('heading', { name: 'Paga en OXXO' })).toBeVisible()
  stripe.payVoucher(lastOf(stripe.world.intents))
  await expectThanks(page)
})

// @spec P.284
test('a transfer in two parts says what is missing @long', async ({ person, server, stripe }) => {
  const coach = await stageCoach(server, { paid: false })
  const page = await person()
  await signIn(page, coach.email, '/payment')
  await toCheckout(page, 'Transferencia')
  await page.getByRole('button', { name: 'Ver datos para transferir' }).click()
  await page.getByRole('link', { name: 'Volver al sitio' }).click()
  const customer = lastOf(stripe.world.customers)
  stripe.transfer(customer, 20_000)
  await expect(page.getByText(/faltan \$299/)).toBeVisible()
  stripe.transfer(customer, 29_900)
  await expectThanks(page)
})

// @spec P.284
test('a voucher that nobody pays is gone, and another way can be chosen @long', async ({
  person,
  server,
  stripe,
}) => {
  const coach = await stageCoach(server, { paid: false })
  const page = await person()
  await signIn(page, coach.email, '/payment')
  await toCheckout(page, 'OXXO')
  await page.getByRole('button', { name: 'Generar vale' }).click()
  await page.getByRole('link', { name: 'Volver al sitio' }).click()
  await expect(page.getByRole('heading', { name: 'Paga en OXXO' })).toBeVisible()
  await stripe.advance(5 * DAY_MS)
  await server.jumpTo(toIso(stripe.clock.now()))
  await signIn(page, coach.email, '/payment')
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Paga en OXXO' })).toHaveCount(0)
})

// @spec P.284
test('a card that fails leads to a banner and to a closed account, whose clients still read; another card opens it', async ({
  person,
  server,
  stripe,
}) => {
  const coach = await stageCoach(server, { paid: false })
  const staged = await stageClient(server, coach)
  const page = await person()
  await signIn(page, coach.email, '/payment')
  await toCheckout(page, 'Tarjeta')
  await payByCard(page, CARDS.works)
  await expectThanks(page)
  await stageGoal(server, coach, staged)
  stripe.changeCard(lastOf(stripe.world.customers), CARDS.savesOnly)
  const goOn = async (ms: number) => {
    await stripe.advance(ms)
    await server.jumpTo(toIso(stripe.clock.now()))
  }

  await test.step('its renewal fails: the account stays open for 14 days', async () => {
    await goOn(28 * DAY_MS + 2 * HOUR_MS)
    const again = await person()
    await signIn(again, coach.email, '/dashboard')
    await expect(again.getByText(/No pudimos cobrar tu tarjeta\. Intentaremos de nuevo el/)).toBeVisible()
  })

  await test.step('then the coach gets to the payment, and the client still reads', async () => {
    await goOn(15 * DAY_MS)
    const [late, client] = [await person(), await person()]
    await late.clock.setSystemTime(toIso(stripe.clock.now()))
    await signIn(late, coach.email, '/clients')
    await expect(late).toHaveURL(/\/payment$/)
    await expect(late.getByText(/^Tu último periodo terminó el \d+ de marzo de 2027\.$/)).toBeVisible()
    await signIn(client, staged.email, '/goals')
    await expect(client.getByText('Delegar tres decisiones').first()).toBeVisible()
  })

  await test.step('once Stripe has given up, the coach pays with another card', async () => {
    await goOn(20 * DAY_MS)
    const back = await person()
    await signIn(back, coach.email, '/payment')
    await toCheckout(back, 'Tarjeta')
    await payByCard(back, CARDS.works)
    await expectThanks(back)
  })
})

// @spec P.284
test('a plan is changed, cancelled and kept on every device; cancelled again it ends, and another opens the account @long', async ({
  person,
  server,
  stripe,
}) => {
  const coach = await stageCoach(server, { paid: false })
  const visitNow = async (path: string) => {
    const page = await person()
    await page.clock.setSystemTime(toIso(stripe.clock.now()))
    await signIn(page, coach.email, path)
    return page
  }
  const page = await visitNow('/payment')
  await toCheckout(page, 'Tarjeta')
  await payByCard(page, CARDS.works)
  await expectThanks(page)
  await page.goto('/profile/payment')
  const phone = await visitNow('/profile/payment')
  const own = (at: Page) => at.getByRole('button', { name: 'Cancelar plan' })

  await test.step('the yearly plan costs what is said before, and what is left of the month is taken off', async () => {
    await page.getByRole('button', { name: 'Cambiar de plan' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Cambiar de plan?' })
    await expect(dialog.getByText('$4,491 MXN')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cambiar de plan' }).click()
    await expect(page.getByText('Listo: ahora tienes el plan Anual.')).toBeVisible()
    for (const each of [page, phone])
      await expect(each.getByText(/^Anual · Tarjeta · hasta el/)).toBeVisible()
  })

  const cancel = async () => {
    await own(page).click()
    const dialog = page.getByRole('dialog', { name: '¿Cancelar tu plan?' })
    await dialog.getByText('Es caro para mí').click()
    await dialog.getByLabel('¿Qué podríamos hacer mejor? (opcional)').fill('Un plan para menos clientes.')
    await dialog.getByRole('button', { name: 'Cancelar plan' }).click()
    await expect(page.getByText(/^Plan cancelado\. Puedes cambiar de opinión/)).toBeVisible()
  }
  await test.step('cancelled here it is so there, where it is kept, which is seen here', async () => {
    await cancel()
    await expect(own(phone)).toHaveCount(0)
    await phone.getByRole('button', { name: 'Conservar mi plan' }).click()
    await expect(phone.getByText('Tu plan sigue como antes.')).toBeVisible()
    await expect(own(page)).toBeVisible()
  })

  await test.step('cancelled again it is open until its year is over, and then closed until it is paid', async () => {
    await cancel()
    await stripe.advance(364 * DAY_MS)
    await server.jumpTo(toIso(stripe.clock.now()))
    const last = await visitNow('/clients')
    await expect(last).toHaveURL(/\/clients$/)
    await stripe.advance(3 * DAY_MS)
    await server.jumpTo(toIso(stripe.clock.now()))
    const back = await visitNow('/clients')
    await expect(back).toHaveURL(/\/payment$/)
    await toCheckout(back, 'Tarjeta')
    await payByCard(back, CARDS.works)
    await expectThanks(back)
  })
})
