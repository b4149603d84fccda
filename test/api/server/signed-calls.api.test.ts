import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { signIn } from '#contract/account/auth.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Unsigned } from '#server/route.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newCoach } from '#test/support/people.ts'
import { noteRoute, received, sendNote, signatureOf } from '#test/support/fakes/signing-service.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ routes: [noteRoute] })
})
afterAll(() => app.close())
beforeEach(() => received.splice(0))

function send(body: unknown, headers: Record<string, string> = {}, token?: string) {
  return app.send({ method: 'POST', url: sendNote.path, body, headers, token })
}

const refusal = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as ErrorBody).code,
]

describe('a signed call', () => {
  // Two spaces, a number that a parser would shorten, a repeated key: nothing that survives parsing and writing again.
  const text = '{"amount":  10.00, "amount": 1e2, "name": "Ñandú"}\r\n'
  const bytes = Buffer.from(text)
  const signature = signatureOf(bytes)

  it.each(['application/json', 'text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x'])(
    'reaches its use case with the bytes as they were sent, as %s',
    async (type) => {
      const answer = await send(bytes, { 'content-type': type, 'x-signature': signature })
      expect([answer.status, answer.body]).toEqual([200, { text }])
    },
  )

  it('is not unpacked, because its signature is of what was sent', async () => {
    const answer = await send(bytes, { 'content-encoding': 'gzip', 'x-signature': signature })
    expect([answer.status, answer.body]).toEqual([200, { text }])
  })

  it('needs no content type', async () => {
    const answer = await send(bytes, { 'x-signature': signature })
    expect([answer.status, answer.body]).toEqual([200, { text }])
  })

  it.each([
    ['without a signature', bytes, {}],
    ['with the signature of other bytes', bytes, { 'x-signature': signatureOf(Buffer.from('{}')) }],
    ['changed by one byte', Buffer.from(text.replace('10', '20')), { 'x-signature': signature }],
    ['without a body', undefined, { 'x-signature': signature }],
  ])('is refused %s, before its use case', async (_, body, headers: Record<string, string>) => {
    const answer = await send(body, { 'content-type': 'application/json', ...headers })
    expect(refusal(answer)).toEqual([401, 'request.unsigned'])
    expect(received).toEqual([])
  })

  it('is not opened by a token', async () => {
    const { token } = await newCoach(app)
    expect(refusal(await send(bytes, {}, token))).toEqual([401, 'request.unsigned'])
  })

  it('may be as large as it declares, and not a byte larger', async () => {
    const most = Buffer.alloc(sendNote.raw.maxBytes, 'a')
    expect((await send(most, { 'x-signature': signatureOf(most) })).status).toBe(200)
    const more = Buffer.alloc(sendNote.raw.maxBytes + 1, 'a')
    const headers = { 'x-signature': signatureOf(more) }
    expect(refusal(await send(more, headers))).toEqual([413, 'request.too_large'])
    // The same without a length that is known beforehand.
    const chunked = { ...headers, 'transfer-encoding': 'chunked' }
    expect(refusal(await send(Readable.from([more]), chunked))).toEqual([413, 'request.too_large'])
    expect(received).toHaveLength(1)
  })

  it('refuses what it does not know in the query only to a good signature', async () => {
    const url = `${sendNote.path}?intruso=1`
    const ask = (headers: Record<string, string>) =>
      app.send({ method: 'POST', url, body: bytes, headers: { 'content-type': 'text/plain', ...headers } })
    expect(refusal(await ask({}))).toEqual([401, 'request.unsigned'])
    expect(refusal(await ask({ 'x-signature': signature }))).toEqual([422, 'request.invalid'])
  })
})

it('leaves the bodies of every other call to the JSON parser', async () => {
  const call = (body: string, type: string) =>
    app.send({ method: 'POST', url: '/v1/auth/user', body, headers: { 'content-type': type } })
  expect(refusal(await call('{"email":', 'application/json'))).toEqual([400, 'request.malformed'])
  expect(refusal(await call('hola', 'text/plain'))).toEqual([415, 'request.unsupported_media'])
})

it('does not compile as a route without the check of its signature', () => {
  // What `route` takes without `verify`: a wrong answer here does not compile.
  const signed: [Unsigned<typeof sendNote>] extends [never] ? true : false = true
  const other: [Unsigned<typeof signIn>] extends [never] ? true : false = false
  expect([signed, other]).toEqual([true, false])
})

it('refuses every call to a signed endpoint whose check is missing', async () => {
  const { verify: _, ...unchecked } = noteRoute
  const careless = await makeApp({ routes: [unchecked] })
  const bytes = Buffer.from('{}')
  const answer = await careless.send({
    method: 'POST',
    url: sendNote.path,
    body: bytes,
    headers: { 'x-signature': signatureOf(bytes) },
  })
  expect(refusal(answer)).toEqual([401, 'request.unsigned'])
  await careless.close()
})
