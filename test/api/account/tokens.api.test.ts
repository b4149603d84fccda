import { type KeyObject, createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { CompactSign, type CompactJWSHeaderParameters, exportJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { PASSWORD, type TestCoach, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let other: TestCoach
beforeAll(async () => {
  app = await makeApp()
  coach = await newCoach(app, { paid: false, verified: false })
  other = await newCoach(app, { paid: false, verified: false })
})
afterAll(() => app.close())

type Json = Record<string, unknown>
type Forge = (token: string) => string | Promise<string>

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
const parts = (token: string) => token.split('.') as [string, string, string]
const secret = () => createSecretKey(Buffer.from(app.deps.config.tokenSecret))
const key = (text: string) => createSecretKey(Buffer.from(text))
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')

/** The same token, signed again after a change: what an attacker with a key, or a guessed one, could make. */
async function sign(
  token: string,
  payload: Json,
  header: Json = {},
  by: KeyObject = secret(),
): Promise<string> {
  const [head, body] = parts(token)
  const claims = { ...decode(body), ...payload }
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ ...decode(head), ...header } as CompactJWSHeaderParameters)
    .sign(by)
}

const seconds = () => Math.floor(app.clock.now() / 1000)
/** Leaves a claim out: JSON has no undefined. */
const without = (name: string): Json => ({ [name]: undefined })

const mutations: [string, Forge][] = [
  ['nothing', () => ''],
  ['one word', () => 'token'],
  ['two parts', (token) => parts(token).slice(0, 2).join('.')],
  ['four parts', (token) => `${token}.${parts(token)[2]}`],
  ['five parts, as encrypted ones have', (token) => `${token}.e30.e30`],
  ['empty signature', (token) => `${parts(token).slice(0, 2).join('.')}.`],
  ['short signature', (token) => token.slice(0, -4)],
  ['longer signature', (token) => `${token}AAAA`],
  ['another first character of the signature', (token) => edit(token, 2, 0)],
  ['another last character of the signature', (token) => edit(token, 2, -1)],
  ['unused bits of the signature set', (token) => spellAnew(token)],
  ['padding', (token) => `${token}=`],
  ['padding inside', (token) => token.replace('.', '=.')],
  ['a space after it', (token) => `${token} x`],
  ['a space inside', (token) => token.replace('.', '. ')],
  ['itself behind a comma', (token) => `${token},${token}`],
  ['in quotes', (token) => `"${token}"`],
  ['its first part alone', (token) => parts(token)[0]],
  ['its parts in another order', (token) => parts(token).toReversed().join('.')],
  ['its dots doubled', (token) => token.replaceAll('.', '..')],
  ['cut in its payload', (token) => token.slice(0, parts(token)[0].length + 20)],
  ['in lower case', (token) => token.toLowerCase()],
  ['percent signs for its dots', (token) => token.replaceAll('.', '%2E')],
  ['a header that is no JSON', (token) => ['bm8', ...parts(token).slice(1)].join('.')],
  ['an empty header', (token) => ['', ...parts(token).slice(1)].join('.')],
  ['an algorithm left out', (token) => unsigned(token, undefined)],
  ['an unknown algorithm', (token) => unsigned(token, 'HS257')],
  ['a part of the header that must be understood', (token) => critical(token)],
  ['line break inside', (token) => token.replace('.', '.\n')],
  ['edited header', (token) => edit(token, 0, 4)],
  ['edited payload', (token) => edit(token, 1, 10)],
  ['another person, signature kept', (token) => swap(token, { sub: other.userId })],
  ['longer life, signature kept', (token) => swap(token, { exp: seconds() + 9_999_999 })],
  ['algorithm none, no signature', (token) => unsigned(token, 'none')],
  ['algorithm None', (token) => unsigned(token, 'None')],
  ['algorithm NONE', (token) => unsigned(token, 'NONE')],
  ['algorithm none, signature kept', (token) => [unsigned(token, 'none'), parts(token)[2]].join('')],
  ['HS384 with our key', (token) => sign(token, {}, { alg: 'HS384' })],
  ['HS512 with our key', (token) => sign(token, {}, { alg: 'HS512' })],
  ['RS256', (token) => sign(token, {}, { alg: 'RS256' }, rsa.privateKey)],
  ['PS256', (token) => sign(token, {}, { alg: 'PS256' }, rsa.privateKey)],
  ['ES256', (token) => sign(token, {}, { alg: 'ES256' }, ec.privateKey)],
  ['EdDSA', (token) => sign(token, {}, { alg: 'EdDSA' }, ed.privateKey)],
  ['another key', (token) => sign(token, {}, {}, key('another-secret-another-secret-another'))],
  ['a guessed key', (token) => sign(token, {}, {}, key('secret'))],
  ['a public key as the secret', (token) => sign(token, {}, {}, key(pem()))],
  ['a key id that names a file', (token) => sign(token, {}, { kid: '../../dev/null' }, key('\0'))],
  [
    'its own key in the header',
    async (token) => {
      const jwk = await exportJWK(rsa.publicKey)
      return sign(token, {}, { alg: 'RS256', jwk }, rsa.privateKey)
    },
  ],
  [
    'a key set to fetch',
    (token) => sign(token, {}, { jku: 'https://keys.example/set' }, key('their own key of any length')),
  ],
  [
    'a certificate to fetch',
    (token) => sign(token, {}, { x5u: 'https://keys.example/x' }, key('their own key of any length')),
  ],
  ['type JWT', (token) => sign(token, {}, { typ: 'JWT' })],
  ['no type', (token) => sign(token, {}, { typ: undefined })],
  ['type at+jwt in another type', (token) => sign(token, {}, { typ: 'at+jwt+x' })],
  ['audiences without ours', (token) => sign(token, { aud: ['norte-mobile', 'norte'] })],
  ['another audience', (token) => sign(token, { aud: 'norte-mobile' })],
  ['no audience', (token) => sign(token, without('aud'))],
  ['another issuer', (token) => sign(token, { iss: 'sur' })],
  ['no issuer', (token) => sign(token, without('iss'))],
  ['no subject', (token) => sign(token, without('sub'))],
  ['no sign-in', (token) => sign(token, without('sid'))],
  ['no end', (token) => sign(token, without('exp'))],
  ['no start', (token) => sign(token, without('nbf'))],
  ['no time of issue', (token) => sign(token, without('iat'))],
  ['an end in words', (token) => sign(token, { exp: 'tomorrow' })],
  ['expired', (token) => sign(token, { exp: seconds() - 60 })],
  ['not yet valid', (token) => sign(token, { nbf: seconds() + 61 })],
  ['a subject that is no id', (token) => sign(token, { sub: "' or 1=1 --" })],
  ['a sign-in that is no id', (token) => sign(token, { sid: '1' })],
  ['a sign-in that is not there', (token) => sign(token, { sid: '01890000-0000-7000-8000-000000000000' })],
  ["another person's sign-in", (token) => sign(token, { sub: other.userId })],
]

function edit(token: string, part: number, at: number): string {
  const all = parts(token)
  const index = at < 0 ? all[part]!.length + at : at
  const found = all[part]![index]!
  // Far apart in the alphabet of base64url, so that bits that count differ.
  all[part] = all[part]!.slice(0, index) + (found === 'g' ? 'A' : 'g') + all[part]!.slice(index + 1)
  return all.join('.')
}

/** 32 bytes take 43 characters with two bits to spare; another last character can mean the same bytes. */
function spellAnew(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) + 1]!
}

function swap(token: string, payload: Json): string {
  const [head, body, signature] = parts(token)
  return [head, encode({ ...decode(body), ...payload }), signature].join('.')
}

/** Signed with our key, and naming an extension nobody here knows (RFC 7515 §4.1.11). */
function critical(token: string): string {
  const [head, body] = parts(token)
  const signed = `${encode({ ...decode(head), crit: ['norte'], norte: 1 })}.${body}`
  return `${signed}.${createHmac('sha256', secret()).update(signed).digest('base64url')}`
}

function unsigned(token: string, alg: string | undefined): string {
  const [head, body] = parts(token)
  return `${encode({ ...decode(head), alg })}.${body}.`
}

const pem = () => rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string

/** Sends one `authorization` header for each token, as no browser does. */
async function statusOf({ hostname, port }: URL, tokens: readonly string[]): Promise<number | undefined> {
  const headers = ['host', hostname, ...tokens.flatMap((token) => ['authorization', `Bearer ${token}`])]
  const sent = request({ hostname, port, path: '/v1/auth/me', headers: headers as never })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

const me = (token: string) => app.send({ method: 'GET', url: '/v1/auth/me', token })

// @spec P.17
describe('a sign-in token', () => {
  test('is accepted unchanged, and when the server signs it again', async () => {
    expect((await me(coach.token)).status).toBe(200)
    expect((await me(await sign(coach.token, {}))).status).toBe(200)
  })

  test('there are forty mutations and more', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(40)
  })

  test.each(mutations)('is refused with %s', async (_, forge) => {
    const forged = await forge(coach.token)
    expect(forged).not.toBe(coach.token)
    const answer = await me(forged)
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'auth.required', error: 'Inicia sesión para continuar.' })
  })

  test.each(['', 'Basic', 'Token', 'bearer', 'BEARER', 'Bearer  ', 'Bearer\t', 'Bearer:'])(
    'is refused under the scheme "%s"',
    async (scheme) => {
      const headers = { authorization: `${scheme} ${coach.token}` }
      expect((await app.send({ method: 'GET', url: '/v1/auth/me', headers })).status).toBe(401)
    },
  )

  test('is refused when it comes twice, with itself or with another', async () => {
    const address = new URL(await app.listen())
    const answers = []
    for (const second of [coach.token, other.token, 'x.y.z']) {
      for (const tokens of [
        [coach.token, second],
        [second, coach.token],
      ]) {
        answers.push(await statusOf(address, tokens))
      }
    }
    expect(answers).toEqual(Array.from({ length: 6 }, () => 401))
    expect(await statusOf(address, [coach.token])).toBe(200)
  })

  test('is not read from the address or a cookie', async () => {
    const url = `/v1/auth/me?token=${coach.token}&access_token=${coach.token}`
    const headers = { cookie: `token=${coach.token}; session=${coach.token}` }
    expect((await app.send({ method: 'GET', url, headers })).status).toBe(401)
  })
})

describe('renewal (product §1 D15)', () => {
  const RENEWED = 'x-session-token'

  // @spec P.19
  test('a token in use is renewed once it is older than 24 hours, and ends after 7 days', async () => {
    const { token } = await newCoach(app, { paid: false, verified: false })
    app.clock.advance(24 * HOUR_MS)
    expect((await me(token)).headers[RENEWED]).toBeUndefined()
    app.clock.advance(1_000)
    const renewed = (await me(token)).headers[RENEWED] as string
    expect(renewed).toEqual(expect.any(String))
    // And the minute that clocks may be apart.
    app.clock.advance(6 * DAY_MS - 2_000 + MINUTE_MS)
    expect((await me(token)).status).toBe(200)
    app.clock.advance(1_000)
    expect((await me(token)).status).toBe(401)
    expect((await me(renewed)).status).toBe(200)
  })

  test('a token of 24 hours, as earlier versions made them, is renewed after half its life', async () => {
    const { token } = await newCoach(app, { paid: false, verified: false })
    const short = await sign(token, { exp: seconds() + (24 * HOUR_MS) / 1_000 })
    app.clock.advance(12 * HOUR_MS)
    expect((await me(short)).headers[RENEWED]).toBeUndefined()
    app.clock.advance(1_000)
    const renewed = (await me(short)).headers[RENEWED] as string
    app.clock.advance(6 * DAY_MS)
    expect((await me(renewed)).status).toBe(200)
  })

  test('renewal ends 30 days after the sign-in', async () => {
    let { token } = await newCoach(app, { paid: false, verified: false })
    for (let day = 1; day < 30; day += 1) {
      app.clock.advance(DAY_MS)
      const answer = await me(token)
      expect(answer.status, `after ${day} days`).toBe(200)
      token = (answer.headers[RENEWED] as string | undefined) ?? token
    }
    app.clock.advance(DAY_MS - 1_000)
    expect((await me(token)).status).toBe(200)
    app.clock.advance(1_000)
    expect((await me(token)).status).toBe(401)
  })

  test('a sign-in that lay unused for 7 days has ended, whatever its token says', async () => {
    const { token } = await newCoach(app, { paid: false, verified: false })
    const longer = await sign(token, { exp: seconds() + (30 * DAY_MS) / 1_000 })
    app.clock.advance(7 * DAY_MS)
    expect((await me(longer)).status).toBe(401)
  })

  test('a renewed token belongs to the same sign-in: signing out ends both', async () => {
    const { token } = await newCoach(app, { paid: false, verified: false })
    app.clock.advance(25 * HOUR_MS)
    const renewed = (await me(token)).headers[RENEWED] as string
    expect((await app.call('POST /v1/auth/logout', {}, renewed)).status).toBe(204)
    expect((await me(token)).status).toBe(401)
    expect((await me(renewed)).status).toBe(401)
  })

  test('each sign-in has a separate token, and signing out leaves the others', async () => {
    const { email, token } = await newCoach(app, { paid: false, verified: false })
    const second = await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
    expect(second.body.token).not.toBe(token)
    await app.call('POST /v1/auth/logout', {}, token)
    expect((await me(token)).status).toBe(401)
    expect((await me(second.body.token)).status).toBe(200)
    // Once more with the ended one: still only "sign in".
    expect((await app.call('POST /v1/auth/logout', {}, token)).status).toBe(401)
  })
})
