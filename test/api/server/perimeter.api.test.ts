import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { createLogger } from '#server/platform/logger.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newCoach } from '#test/support/people.ts'
import { cut, openSocket } from '#test/support/sockets.ts'
import { type WireAnswer, exchange, requestText } from '#test/support/wire.ts'

const BUDGET = 60
const TOO_MANY = 'Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.'
const UNREADABLE = 'No pudimos leer la solicitud.'

let app: TestApp
let address: string
let token: string
const lines: string[] = []
/** How often somebody was looked up by their token. */
let lookups = 0

beforeAll(async () => {
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  app = await makeApp({ env: { REQUESTS_PER_MINUTE: String(BUDGET), TRUST_PROXY: '1' }, log })
  address = await app.listen()
  token = (await newCoach(app, { paid: false, verified: false })).token
  const { actors } = app.deps
  app.deps.actors = {
    ...actors,
    get: (...args) => {
      lookups += 1
      return actors.get(...args)
    },
  }
})
beforeEach(() => {
  app.clock.advance(MINUTE_MS)
  lines.length = 0
})
afterAll(() => app.close())

const from = (sender: string, url: string, bearer?: string) =>
  app.send({
    method: 'GET',
    url,
    token: bearer,
    headers: { 'x-forwarded-for': sender },
  })
const statusOf = async (sender: string, url: string) => (await from(sender, url)).status

// @spec P.20
describe('the limit per address comes before everything (product §3)', () => {
  test.each([
    ['calls that are refused', '/v1/auth/me', 401],
    ['paths that nothing serves', '/v1/nothing', 404],
    ['screens', '/dashboard', 404],
    ['addresses that cannot be decoded', '/%zz', 400],
    ['supervision', '/health/live', 200],
  ])('%s are counted', async (_what, url, usual) => {
    for (let time = 0; time < BUDGET; time += 1) expect(await statusOf('192.0.2.1', url)).toBe(usual)
    const { status, headers, body } = await from('192.0.2.1', url)
    expect([status, body]).toEqual([
      429,
      expect.objectContaining({ code: 'request.too_many', error: TOO_MANY }),
    ])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'retry-after': '60',
      'x-request-id': (body as ErrorBody).requestId,
    })
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told).toContainEqual(
      expect.objectContaining({ msg: 'answered', method: 'GET', path: url, status: 429 }),
    )
    expect(await statusOf('192.0.2.2', url)).toBe(usual)
    app.clock.advance(MINUTE_MS)
    expect(await statusOf('192.0.2.1', url)).toBe(usual)
  })

  test('a call beyond it asks the database nothing', async () => {
    for (let time = 0; time < BUDGET; time += 1) await from('192.0.2.3', '/v1/auth/me', token)
    const before = lookups
    const { status, headers } = await from('192.0.2.3', '/v1/auth/me', token)
    expect([status, headers['retry-after'], lookups]).toEqual([429, '60', before])
  })

  // @spec P.20
  test('an IPv6 network of 64 bits has one budget, and IPv4 written as IPv6 has that of IPv4', async () => {
    for (let time = 1; time <= BUDGET; time += 1)
      await from(`2001:db8:1:2::${time.toString(16)}`, '/health/live')
    expect(await statusOf('2001:db8:1:2:ffff::1', '/health/live')).toBe(429)
    expect(await statusOf('2001:db8:1:3::1', '/health/live')).toBe(200)
    for (let time = 1; time <= BUDGET; time += 1) await from('::ffff:192.0.2.4', '/health/live')
    expect(await statusOf('192.0.2.4', '/health/live')).toBe(429)
  })

  test('the polling and the handshakes of the socket are counted with the rest', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.5' }
    const poll = () => fetch(`${address}/socket.io/?EIO=4&transport=polling`, { headers })
    const first = await poll()
    expect([first.status, first.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
    await first.text()
    const socket = await openSocket(address, token, headers)
    socket.close()
    for (let time = 2; time < BUDGET; time += 1) await (await poll()).text()
    const refused = await poll()
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { code: 'request.too_many', error: TOO_MANY, requestId: expect.any(String) },
    ])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    await expect(openSocket(address, token, headers)).rejects.toThrow('websocket error')
    expect(await statusOf('192.0.2.5', '/health/live')).toBe(429)
  })

  test('what comes over an open socket is counted, and one that says too much is closed', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.8' }
    const [loud, neighbour] = [await openSocket(address, token, headers), await openSocket(address, token)]
    const isCut = cut(loud)
    for (let time = 0; time < BUDGET; time += 1) loud.emit('ADD_SOCKET', {})
    expect(await isCut).toBe('transport close')
    expect(await statusOf('192.0.2.8', '/health/live')).toBe(429)
    expect(neighbour.connected).toBe(true)
    neighbour.close()
  })

  test('a request whose connection is gone is no failure', async () => {
    const { hostname, port } = new URL(address)
    const server = app.server
    const gone = Promise.withResolvers<void>()
    // Before any other listener: from here on the request has no address.
    server.prependOnceListener('request', (request) => request.socket.destroy())
    const socket = connect(Number(port), hostname, () =>
      socket.write(requestText(['GET /v1/clients HTTP/1.1', 'host: x'])),
    )
    socket.on('error', () => undefined)
    socket.on('close', () => gone.resolve())
    await gone.promise
    await from('192.0.2.6', '/health/live')
    expect(lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([])
  })
})

describe('what is no request is told so, with the headers of every answer', () => {
  function expectRefused(answer: WireAnswer | undefined, status = 400) {
    expect(answer).toMatchObject({
      status,
      headers: {
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      },
    })
    expect(JSON.parse(answer!.body)).toEqual({
      error: UNREADABLE,
      code: 'request.malformed',
      requestId: expect.any(String),
    })
  }

  test.each([
    ['no HTTP at all', 'hola\r\n\r\n', 400],
    [
      'two lengths',
      requestText(['POST /v1/auth/user HTTP/1.1', 'host: x', 'content-length: 1', 'content-length: 2']),
      400,
    ],
    [
      'a length and chunks',
      requestText(['POST / HTTP/1.1', 'host: x', 'content-length: 1', 'transfer-encoding: chunked']),
      400,
    ],
    ['headers without an end', requestText(['GET / HTTP/1.1', 'host: x', `x: ${'a'.repeat(20_000)}`]), 431],
    ['no Host', requestText(['GET /v1/countries HTTP/1.1']), 400],
    ['two Hosts', requestText(['GET /v1/countries HTTP/1.1', 'host: a.example', 'Host: b.example']), 400],
    ['a Host with somebody in it', requestText(['GET /v1/countries HTTP/1.1', 'host: a@b.example']), 400],
    ['a Host with a path', requestText(['GET /v1/countries HTTP/1.1', 'host: b.example/a.example']), 400],
    ['an address that cannot be decoded', requestText(['GET /%zz HTTP/1.1', 'host: x']), 400],
    [
      'two Hosts at the socket',
      requestText(['GET /socket.io/?EIO=4&transport=polling HTTP/1.1', 'host: a', 'host: b']),
      400,
    ],
  ])('%s', async (_what, bytes, status) => {
    expectRefused(await exchange(address, bytes), status)
  })

  test('a wish for another protocol is passed over, and counted', async () => {
    const wish = ['connection: upgrade', 'upgrade: h2c', 'x-forwarded-for: 192.0.2.9']
    const ask = () => exchange(address, requestText(['GET /health/live HTTP/1.1', 'host: x', ...wish]))
    for (let time = 0; time < BUDGET; time += 1) expect((await ask())?.status).toBe(200)
    expect((await ask())?.status).toBe(429)
  })

  test.each(['localhost:3000', '[::1]', 'a_b.example', ''])('%j is a good Host', async (host) => {
    const asked = requestText(['GET /health/live HTTP/1.1', `host: ${host}`])
    expect((await exchange(address, asked))?.status).toBe(200)
  })

  test('what the socket answers is kept by nobody', async () => {
    for (const query of ['EIO=4&transport=polling', 'EIO=3&transport=polling']) {
      const { headers } = await fetch(`${address}/socket.io/?${query}`)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('HTTP/1.0 needs no Host', async () => {
    expect((await exchange(address, requestText(['GET /health/live HTTP/1.0'])))?.status).toBe(200)
  })
})
