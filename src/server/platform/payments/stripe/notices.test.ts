import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { SHOWN, START, type Till, openTill } from '#test/support/fakes/stripe/accounts.ts'
import { createStripe } from './stripe.ts'

let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(() => till.service.close())

const event = (object: object, type = 'invoice.paid') =>
  Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type, created: START / 1000, data: { object } }))
const paid = event({ object: 'invoice', id: 'in_1', customer: 'cus_1' })

describe('a call of Stripe', () => {
  const read = (body: Buffer, signature: string | undefined, now = START) =>
    till.accounts.readNotice(body, signature, now)
  const sign = (body: Buffer, secret = till.secret, at = START) =>
    till.service.sign(body.toString(), secret, at)

  it('says what happened, when and whose it is', () => {
    expect(read(paid, sign(paid))).toEqual({
      id: 'evt_1',
      type: 'invoice.paid',
      customer: 'cus_1',
      charge: null,
      at: START,
    })
  })

  it.each([
    ['no signature', () => undefined],
    ['an empty one', () => ''],
    ['one that cannot be read', () => 'v1=abc'],
    ['one of another secret', () => sign(paid, 'whsec_another')],
    ['one of another body', () => sign(event({ object: 'invoice', customer: 'cus_2' }))],
    ['one of another time', () => sign(paid).replace(/t=\d+/, `t=${START / 1000 + 1}`)],
    ['only an old kind of signature', () => sign(paid).replace('v1=', 'v0=')],
  ])('with %s is not believed', (_name, signature) => {
    expect(read(paid, signature())).toBe(undefined)
  })

  it('that one byte was changed of is not believed', () => {
    const signature = sign(paid)
    for (const index of paid.keys()) {
      const changed = Buffer.from(paid)
      changed[index] = changed[index]! ^ 1
      expect(read(changed, signature)).toBe(undefined)
    }
  })

  it('is believed for five minutes', () => {
    const late = (ms: number) => read(paid, sign(paid), epochMs(START + ms))
    expect(late(5 * MINUTE_MS)).toBeDefined()
    expect(late(5 * MINUTE_MS + 1_000)).toBe(undefined)
  })

  it('is believed under each of two secrets, while one is replaced', async () => {
    const { apiKey, url, clock } = till.service
    const both = await createStripe(
      { apiKey, apiUrl: url, webhookSecrets: ['whsec_old', 'whsec_new'], plans: SHOWN },
      clock,
    )
    for (const secret of ['whsec_old', 'whsec_new'])
      expect(both.readNotice(paid, sign(paid, secret), START)).toBeDefined()
    expect(both.readNotice(paid, sign(paid, 'whsec_other'), START)).toBe(undefined)
  })

  it('is believed by nobody without a secret', async () => {
    const { apiKey, url, clock } = till.service
    for (const webhookSecrets of [[], ['']]) {
      const none = await createStripe({ apiKey, apiUrl: url, webhookSecrets, plans: SHOWN }, clock)
      expect(none.readNotice(paid, sign(paid, ''), START)).toBe(undefined)
    }
  })

  it('about nobody is believed, and names nobody', async () => {
    const balance = event({ object: 'balance' }, 'balance.available')
    const notice = read(balance, sign(balance))
    expect(notice).toMatchObject({ type: 'balance.available', customer: null, charge: null })
    expect(await till.accounts.customerOf(notice!)).toBeNull()
    const bare = Buffer.from(JSON.stringify({ id: 'evt_2', type: 'v2.core.event', created: START / 1000 }))
    expect(read(bare, sign(bare))).toMatchObject({ customer: null, charge: null })
  })

  it('may contain the whole customer', () => {
    const expanded = event({ object: 'invoice', customer: { id: 'cus_1', object: 'customer' } })
    expect(read(expanded, sign(expanded))?.customer).toBe('cus_1')
  })
})

describe('a dispute', () => {
  it('names a charge, and Stripe says whose that is', async () => {
    await till.subscribe('monthly')
    till.service.dispute((await till.snapshot()).payments[0]!.id)
    const happened = [...till.service.world.events.values()].at(-1)!
    const body = Buffer.from(JSON.stringify(happened))
    const notice = till.accounts.readNotice(body, till.service.sign(body.toString(), till.secret), START)!
    expect(notice).toMatchObject({
      customer: null,
      charge: expect.stringMatching(/^ch_/),
      type: happened.type,
    })
    expect(await till.accounts.customerOf(notice)).toBe(till.customer)
  })
})

describe('webhooks', () => {
  it('are sent signed, in any order and as often as it happens, and again when they were not taken', async () => {
    const { service, accounts } = till
    const taken: string[] = []
    let status = 200
    const endpoint = createServer((request: IncomingMessage, response) => {
      void buffer(request).then((body) => {
        const signature = request.headers['stripe-signature'] as string
        const notice = accounts.readNotice(body, signature, service.clock.now())
        if (notice && status === 200) taken.push(notice.id)
        response.writeHead(notice ? status : 400).end()
      })
    }).listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const { port } = endpoint.address() as AddressInfo
    for (const known of service.world.endpoints.values()) known.url = `http://127.0.0.1:${port}`
    await till.subscribe('monthly')
    const ids = service.webhooks.waiting().map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(5)
    const events = [...service.webhooks.waiting()]
    await service.webhooks.send(events.toReversed())
    expect(taken.splice(0)).toEqual(ids.toReversed())
    await service.webhooks.send([...events, ...events], { atOnce: true })
    expect(taken.splice(0).toSorted()).toEqual([...ids, ...ids].toSorted())
    await service.advance(10 * DAY_MS)
    expect((await service.webhooks.send(events)).map((each) => each.status)).toEqual(ids.map(() => 200))
    taken.splice(0)
    status = 500
    await service.webhooks.send(events.slice(0, 1))
    status = 200
    await service.advance(4 * MINUTE_MS)
    expect(taken).toEqual([])
    await service.advance(MINUTE_MS)
    expect(taken).toEqual(ids.slice(0, 1))
    endpoint.closeAllConnections()
    endpoint.close()
  })
})
