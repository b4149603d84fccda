import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceDetails } from '#contract/payments/invoice-details.ts'
import type { PaymentEntryId } from '#contract/values.ts'
import { markPaid, noteRefund } from '#server/modules/payments/operator.service.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { INVOICE_DETAILS } from '#test/support/examples.ts'
import { type TestCoach, newClient, newCoach, pay } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp({
    env: {
      OPERATOR_NAME: 'Norte Coaching SA de CV',
      OPERATOR_ADDRESS: 'Calle Uno 1, 06700, Ciudad de México',
      OPERATOR_TAX_ID: 'NCO010203AB4',
    },
  })
})
afterAll(() => app.close())

const put = (token: string, details: object | null) =>
  app.send({ method: 'PUT', url: '/v1/payment/invoice-details', token, body: { details } })
const kept = async (token: string) =>
  (await app.call('GET /v1/payment/invoice-details', {}, token)).body.details

// @spec P.286
describe("what receipts say of who pays (a Mexican invoice's data)", () => {
  it('is nothing until the coach says it, is replaced as a whole and can be removed', async () => {
    const { token } = await newCoach(app, { paid: false })
    expect(await kept(token)).toBeNull()
    const written = { ...INVOICE_DETAILS, taxId: ' loaa800101ab1 ', name: ' ANA LÓPEZ ARCE ' }
    const answer = await put(token, written)
    expect([answer.status, answer.body]).toEqual([200, { details: INVOICE_DETAILS }])
    expect(await kept(token)).toEqual(INVOICE_DETAILS)
    const company: InvoiceDetails = {
      taxId: 'ÑC&010203AB4',
      name: 'ÑANDÚ CONSULTORES',
      regime: '601',
      use: 'S01',
      postalCode: '97000',
    }
    await put(token, company)
    expect(await kept(token)).toEqual(company)
    expect((await put(token, null)).body).toEqual({ details: null })
    expect(await kept(token)).toBeNull()
  })

  it.each<[string, Partial<InvoiceDetails>]>([
    ['the general public', { taxId: 'XAXX010101000', regime: '616', use: 'S01' }],
    ['people abroad', { taxId: 'XEXX010101000', regime: '616', use: 'S01' }],
    ['RESICO of a person', { regime: '626', use: 'G03' }],
    ['RESICO of a company', { taxId: 'NCO010203AB4', regime: '626', use: 'I04' }],
    ['somebody employed', { regime: '605', use: 'S01' }],
  ])('takes %s', async (_, details) => {
    const { token } = await newCoach(app, { paid: false })
    expect((await put(token, { ...INVOICE_DETAILS, ...details })).status).toBe(200)
  })

  const RFC = 'Escribe el RFC completo: 12 caracteres de una empresa o 13 de una persona.'
  const REGIME = 'Este régimen no corresponde a ese RFC.'
  const USE = 'Este uso no corresponde a ese régimen.'
  it.each<[string, object, Record<string, string>]>([
    ['a tax id of a month 13', { taxId: 'LOAA801301AB1' }, { taxId: RFC }],
    ['a tax id without its end', { taxId: 'LOAA800101' }, { taxId: RFC }],
    [
      'a postal code of four digits',
      { postalCode: '6700' },
      { postalCode: 'El código postal tiene 5 dígitos.' },
    ],
    ['no name', { name: '  ' }, { name: 'Campo requerido' }],
    ['a regime without a meaning', { regime: '999' }, { regime: 'El valor no es válido.' }],
    ['a regime of companies for a person', { regime: '601' }, { regime: REGIME }],
    ['a regime of people for a company', { taxId: 'NCO010203AB4' }, { regime: REGIME }],
    ['another regime of the general public', { taxId: 'XAXX010101000' }, { regime: REGIME }],
    ['expenses of somebody employed', { regime: '605' }, { use: USE }],
    ['a use of payments alone', { use: 'CP01' }, { use: 'El valor no es válido.' }],
  ])('refuses %s, field by field, and changes nothing', async (_, wrong, fields) => {
    const { token } = await newCoach(app, { paid: false })
    await put(token, INVOICE_DETAILS)
    const { status, body } = await put(token, { ...INVOICE_DETAILS, ...wrong })
    const named = Object.fromEntries(Object.entries(fields).map(([name, text]) => [`details.${name}`, text]))
    expect([status, (body as { fields: object }).fields]).toEqual([422, named])
    expect(await kept(token)).toEqual(INVOICE_DETAILS)
  })

  it('is of one coach alone, and not for clients', async () => {
    const coach = await newCoach(app)
    await put(coach.token, INVOICE_DETAILS)
    expect(await kept((await newCoach(app)).token)).toBeNull()
    const client = await newClient(app, coach)
    expect((await put(client.token, null)).status).toBe(403)
    expect((await app.call('GET /v1/payment/invoice-details', {}, client.token)).status).toBe(403)
    expect(await kept(coach.token)).toEqual(INVOICE_DETAILS)
  })
})

// @spec P.286
describe('the receipt of a payment', () => {
  const paying = async () => {
    const coach = await newCoach(app, { paid: false })
    await pay(app, coach.token)
    return coach
  }
  const linesOf = async ({ token }: TestCoach) =>
    (await app.call('GET /v1/payment/ledger', {}, token)).body.data
  const receipt = (entryId: PaymentEntryId, { token }: { token: string }) =>
    app.send({ method: 'GET', url: `/v1/payment/receipt/${entryId}`, token })
  const wordsOf = async (bytes: Buffer) =>
    (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

  it('is a PDF of what was paid, for what, by whom and to whom', async () => {
    const coach = await paying()
    const [paid] = await linesOf(coach)
    expect(paid).toMatchObject({ cause: 'paid', hasReceipt: true })
    const { status, headers, bytes } = await receipt(paid!.id, coach)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="recibo-2027-02-02.pdf"',
    })
    const words = await wordsOf(bytes)
    for (const said of [
      'Recibo de pago',
      'Fecha 2 de febrero de 2027',
      'Plan Norte, plan mensual',
      'Periodo del 2 de febrero de 2027 al 2 de marzo de 2027',
      'Forma de pago Tarjeta',
      'Subtotal $430.17 MXN',
      'IVA (16 %) $68.83 MXN',
      'Total, IVA incluido $499.00 MXN',
      coach.email,
      'Norte Coaching SA de CV RFC: NCO010203AB4 Calle Uno 1, 06700, Ciudad de México',
      'Modo de prueba: no se cobró nada',
      'no comprueba ningún pago',
      'Este recibo no es un CFDI ni lo sustituye.',
      'Página 1 de 1',
    ]) {
      expect(words).toContain(said)
    }
    expect(words).not.toContain('Reembolsos')
  })

  it('says the data of an invoice once the coach has said them, in English too', async () => {
    const coach = await paying()
    await put(coach.token, INVOICE_DETAILS)
    const [paid] = await linesOf(coach)
    const spanish = await wordsOf((await receipt(paid!.id, coach)).bytes)
    expect(spanish).toContain(
      'ANA LÓPEZ ARCE RFC: LOAA800101AB1 Régimen fiscal: 612 Personas Físicas con Actividades Empresariales y Profesionales Uso del CFDI: G03 Gastos en general Código postal: 06700',
    )
    expect(spanish).not.toContain(coach.email)
    const params = { userId: coach.userId }
    await app.call('PUT /v1/user/:userId/preferences', { params, body: { language: 'en-US' } }, coach.token)
    const english = await receipt(paid!.id, coach)
    expect(english.headers['content-disposition']).toBe('attachment; filename="receipt-2027-02-02.pdf"')
    const words = await wordsOf(english.bytes)
    expect(words).toContain('Total, VAT included $499.00 MXN')
    expect(words).toContain('This receipt is not a CFDI')
  })

  it('has the same number each time, and another one than any other', async () => {
    const coach = await paying()
    const [paid] = await linesOf(coach)
    const [other] = await linesOf(await paying())
    const numberOf = async (id: PaymentEntryId, whose: TestCoach) =>
      /Número (\S+)/.exec(await wordsOf((await receipt(id, whose)).bytes))?.[1]
    expect(await numberOf(paid!.id, coach)).toMatch(/^[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}$/)
    expect(await numberOf(paid!.id, coach)).toBe(await numberOf(paid!.id, coach))
    expect(paid!.id.slice(-12)).not.toBe(other!.id.slice(-12))
  })

  it('says what was given back', async () => {
    const coach = await paying()
    await noteRefund(app.deps, coach.email, { byOperator: 'Luis', reason: 'Lo pidió' })
    const [refund, paid] = await linesOf(coach)
    expect([refund!.hasReceipt, paid!.hasReceipt]).toEqual([false, true])
    const words = await wordsOf((await receipt(paid!.id, coach)).bytes)
    expect(words).toContain('Reembolsos')
    expect(words).toContain('2 de febrero de 2027: se devolvió el pago completo')
    expect((await receipt(refund!.id, coach)).body).toMatchObject({ code: 'payment.receipt_not_found' })
  })

  it('is there of what the operator was paid, where they say how much', async () => {
    const coach = await newCoach(app, { paid: false })
    const by = { byOperator: 'Luis', reason: 'Transferencia 4411' }
    await markPaid(app.deps, coach.email, 'monthly', by)
    await markPaid(app.deps, coach.email, 'monthly', by, 49_900)
    const [known, unknown] = await linesOf(coach)
    expect([known, unknown]).toMatchObject([
      { hasReceipt: true, amountMinor: 49_900, currency: 'MXN' },
      { hasReceipt: false, amountMinor: null },
    ])
    const words = await wordsOf((await receipt(known!.id, coach)).bytes)
    for (const said of [
      'Periodo del 2 de marzo de 2027 al 2 de abril de 2027',
      'IVA (16 %) $68.83 MXN',
      'Total, IVA incluido $499.00 MXN',
    ]) {
      expect(words).toContain(said)
    }
    expect(words).not.toContain('Modo de prueba')
    expect(words).not.toContain('Forma de pago')
    expect((await receipt(unknown!.id, coach)).status).toBe(404)
  })

  it('is of the own ledger alone', async () => {
    const coach = await paying()
    const [paid] = await linesOf(coach)
    const stranger = await receipt(paid!.id, await newCoach(app))
    expect([stranger.status, (stranger.body as { code: string }).code]).toEqual([
      404,
      'payment.receipt_not_found',
    ])
    expect((await receipt(paid!.id, await newClient(app, coach))).status).toBe(403)
  })
})
