import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import { initialRoot, resetSession, setToken, useStore } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import common from '../../../public/locales/es-MX/common.json' with { type: 'json' }
import { call, callForFile, whenUnauthorized } from './call.ts'
import { showFailure } from './errors.ts'
import { ApiFailure } from './failure.ts'
import { i18n } from './texts/i18n.ts'

// Other files of this process ask real servers.
afterAll(() => {
  vi.unstubAllGlobals()
})

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const unauthorized = vi.fn()

const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status, headers }))

const refused = (code: string, fields?: Record<string, string>) => ({
  error: 'Texto del servidor',
  code,
  requestId: 'r',
  ...(fields && { fields }),
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (failure: unknown) => failure,
  )

const sent = () => {
  const [url = '', init = {}] = fetched.mock.lastCall ?? []
  return { url, init, headers: new Headers(init.headers) }
}

beforeAll(async () => {
  await i18n.init({ lng: 'es-MX', resources: { 'es-MX': { common } } })
})

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  unauthorized.mockReset()
  whenUnauthorized(unauthorized)
  storage.clear()
  useStore.setState(initialRoot, true)
})

describe('a call', () => {
  test('is built from the text of its route', async () => {
    fetched.mockReturnValue(answer(200, { data: [], total: 0 }))
    await call('GET /v1/session/coach/:coachId', {
      params: { coachId: 'a/b' },
      query: { items: 5, status: undefined },
    })
    expect(sent().url).toBe('/v1/session/coach/a%2Fb?items=5')
    expect(sent().init.method).toBe('GET')
    expect(sent().init.body).toBeNull()
    expect(sent().headers.has('authorization')).toBe(false)
  })

  // @spec 6.6
  test('sends the token as a bearer (spec §6) and its body as JSON', async () => {
    setToken('t1')
    fetched.mockReturnValue(answer(200, { verified: true }))
    await call('POST /v1/auth/verifyemail', { body: { email: 'a@b.example' } })
    expect(sent().headers.get('authorization')).toBe('Bearer t1')
    expect(sent().headers.get('content-type')).toBe('application/json')
    expect(sent().init.body).toBe('{"email":"a@b.example"}')
  })

  // @spec 7.2
  test('sends a form as it is, with the bearer: a multipart POST (spec §7)', async () => {
    setToken('t1')
    fetched.mockReturnValue(answer(200, {}))
    const form = new FormData()
    form.set('companyName', 'Casa Brújula')
    await call('POST /v1/coach/custom/:coachId', { params: { coachId: 'c1' }, form })
    expect(sent().init).toMatchObject({ method: 'POST', body: form })
    expect(sent().headers.get('authorization')).toBe('Bearer t1')
    expect(sent().headers.has('content-type')).toBe(false)
  })

  // @spec 7.2
  test.each([
    ['GET', () => call('GET /v1/auth/me')],
    ['POST', () => call('POST /v1/auth/logout')],
    ['PUT', () => call('PUT /v1/notification/read/:notificationId', { params: { notificationId: 'n1' } })],
    ['DELETE', () => call('DELETE /v1/notification/:notificationId', { params: { notificationId: 'n1' } })],
  ])('goes as %s, with the bearer where there is one (spec §7)', async (method, make) => {
    fetched.mockImplementation(() => answer(200, {}))
    await make()
    expect([sent().init.method, sent().headers.has('authorization')]).toEqual([method, false])
    setToken('t1')
    await make()
    expect([sent().init.method, sent().headers.get('authorization')]).toEqual([method, 'Bearer t1'])
  })

  test("may use another account's token", async () => {
    setToken('t1')
    fetched.mockReturnValue(answer(204))
    await call('POST /v1/auth/logout', {}, { as: 't2' })
    expect(sent().headers.get('authorization')).toBe('Bearer t2')
  })

  test('without an answering body answers undefined', async () => {
    fetched.mockReturnValue(answer(204))
    await expect(call('POST /v1/auth/logout')).resolves.toBeUndefined()
    fetched.mockResolvedValue(new Response('', { status: 202 }))
    await expect(call('POST /v1/auth/logout')).resolves.toBeUndefined()
  })
})

describe('a renewed token (product D15)', () => {
  test('replaces the one it was sent with, in the store and in the record', async () => {
    setToken('t1')
    fetched.mockReturnValue(answer(200, {}, { 'x-session-token': 't2' }))
    await call('GET /v1/auth/me')
    expect(useStore.getState().session.token).toBe('t2')
    expect(storage.readSession()).toEqual({ token: 't2' })
  })

  test('of an earlier sign-in is dropped', async () => {
    setToken('t1')
    fetched.mockImplementation(() => {
      setToken('other')
      return answer(200, {}, { 'x-session-token': 't2' })
    })
    await call('GET /v1/auth/me')
    expect(useStore.getState().session.token).toBe('other')
    expect(storage.readSession()).toBeNull()
  })
})

describe('a failure', () => {
  // @spec 8.1
  test("carries the server's code, text and fields", async () => {
    fetched.mockReturnValue(answer(409, refused('auth.email_taken', { email: 'Ya existe' })))
    const failure = await failureOf(call('GET /v1/auth/me'))
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({
      code: 'auth.email_taken',
      status: 409,
      text: 'Texto del servidor',
      fields: { email: 'Ya existe' },
    })
  })

  test('without any answer is reported as a lost connection', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const failure = await failureOf(call('GET /v1/auth/me'))
    expect(failure).toMatchObject({ code: 'network', status: 0, text: common.failure.network })
  })

  test.each([
    ['a page of a proxy', () => Promise.resolve(new Response('<html>', { status: 502 }))],
    ['another JSON', () => answer(500, { message: 'x' })],
    ['nothing', () => answer(503)],
  ])('with %s is told as a service out of order', async (_, reply) => {
    fetched.mockImplementation(reply)
    const failure = await failureOf(call('GET /v1/auth/me'))
    expect(failure).toMatchObject({ code: 'server.unavailable', text: common.failure.unavailable })
  })

  /** An answer that ends in the middle with an error. */
  const brokenOff = (error: Error) =>
    new Response(
      new ReadableStream({
        start: (body) => {
          body.enqueue(new TextEncoder().encode('{"id"'))
          body.error(error)
        },
      }),
    )

  test.each([
    ['that breaks off', () => brokenOff(new TypeError('network error'))],
    ['of somebody else, such as a page of a hotel,', () => new Response('<html>')],
  ])('by an answer %s is reported as a lost connection', async (_, reply) => {
    fetched.mockImplementation(() => Promise.resolve(reply()))
    const failure = await failureOf(call('GET /v1/auth/me'))
    expect(failure).toMatchObject({ code: 'network', status: 0, text: common.failure.network })
  })

  test('by a file that breaks off is reported as a lost connection', async () => {
    fetched.mockResolvedValue(brokenOff(new TypeError('network error')))
    const failure = await failureOf(
      callForFile('GET /v1/session/:sessionId/ics', { params: { sessionId: 's1' } }),
    )
    expect(failure).toMatchObject({ code: 'network' })
  })

  test('of a call given up during the answer stays what it is', async () => {
    const gone = new AbortController()
    const abort = new DOMException('gone', 'AbortError')
    fetched.mockImplementation(() => {
      gone.abort()
      return Promise.resolve(brokenOff(abort))
    })
    expect(await failureOf(call('GET /v1/auth/me', {}, { signal: gone.signal }))).toBe(abort)
  })

  test('of a call given up by its caller stays what it is', async () => {
    const gone = new AbortController()
    fetched.mockImplementation(() => {
      gone.abort()
      return Promise.reject(new DOMException('gone', 'AbortError'))
    })
    const failure = await failureOf(call('GET /v1/auth/me', {}, { signal: gone.signal }))
    expect(failure).toBeInstanceOf(DOMException)
  })
})

describe('a change whose sign-in is over before it is answered', () => {
  const paths = { params: { sessionId: 's1' } }
  const confirm = () => failureOf(call('POST /v1/session/:sessionId/confirm', paths))
  const held = () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    fetched.mockReturnValue(promise)
    return resolve
  }
  const signIn = (id: string, clientId: string | null = null) =>
    useStore.setState(({ session }) => ({
      session: { ...session, token: 't1', user: { id, clientId } as unknown as SessionUser },
    }))

  test.each([
    ['done', 200, {}],
    ['refused', 409, refused('session.wrong_state')],
  ])('tells nobody that it is %s', async (_, status, body) => {
    signIn('ana')
    const resolve = held()
    const outcome = confirm()
    resetSession()
    resolve(await answer(status, body))
    const failure = await outcome
    expect(failure).toMatchObject({ name: 'AbortError' })
    showFailure(failure)
    expect(useStore.getState().alert.status).toBe(false)
  })

  test('tells nothing to the next person, and all to the same one in another space', async () => {
    signIn('ana')
    let resolve = held()
    const ofBefore = confirm()
    signIn('luis')
    resolve(await answer(200, {}))
    expect(await ofBefore).toMatchObject({ name: 'AbortError' })
    resolve = held()
    const ofSame = confirm()
    signIn('luis', 'c1')
    resolve(await answer(200, {}))
    expect(await ofSame).toBeUndefined()
  })

  test('is still the refusal that ended it', async () => {
    signIn('ana')
    whenUnauthorized(resetSession)
    fetched.mockReturnValue(answer(401, refused('auth.required')))
    expect(await confirm()).toMatchObject({ code: 'auth.required' })
  })

  test('a visitor who signs in meanwhile gets the answer', async () => {
    const resolve = held()
    const outcome = confirm()
    signIn('ana')
    resolve(await answer(200, {}))
    expect(await outcome).toBeUndefined()
  })
})

describe('a token that no longer counts', () => {
  test('ends the sign-in it belongs to', async () => {
    setToken('t1')
    fetched.mockReturnValue(answer(401, refused('auth.required')))
    await failureOf(call('GET /v1/auth/me'))
    expect(unauthorized).toHaveBeenCalledOnce()
  })

  test('ends nothing when another sign-in has taken its place, or there was none', async () => {
    fetched.mockImplementation(() => {
      setToken('t2')
      return answer(401, refused('auth.required'))
    })
    await failureOf(call('GET /v1/auth/me'))
    setToken('t1')
    await failureOf(call('GET /v1/auth/me'))
    expect(unauthorized).not.toHaveBeenCalled()
  })

  test('is not what a wrong password means', async () => {
    setToken('t1')
    fetched.mockReturnValue(answer(401, refused('auth.bad_credentials')))
    await failureOf(call('POST /v1/auth/user', { body: { email: 'a@b.example', password: 'x' } }))
    expect(unauthorized).not.toHaveBeenCalled()
  })
})

test('402 closes the gate (spec §4, product D6)', async () => {
  useStore.setState(({ session }) => ({ session: { ...session, token: 't1', payment: true } }))
  fetched.mockReturnValue(answer(402, refused('payment.required')))
  await failureOf(call('GET /v1/dashboard'))
  expect(useStore.getState().session.payment).toBe(false)
})

describe('a change', () => {
  const logout = () => call('POST /v1/auth/logout')
  const recover = (email: string) => call('POST /v1/auth/recovery', { body: { email } })

  // @spec 7.2
  test('asked for twice before its answer is sent once, and both get the answer', async () => {
    fetched.mockImplementation(() => answer(200, { done: true }))
    const [first, second] = await Promise.all([recover('a@b.mx'), recover('a@b.mx')])
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(second).toEqual(first)
  })

  test('and back again is sent three times: the last one counts', async () => {
    fetched.mockImplementation(() => answer(200, {}))
    await Promise.all([recover('a@b.mx'), recover('c@d.mx'), recover('a@b.mx')])
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  test('is refused to both', async () => {
    fetched.mockImplementation(() => answer(409, refused('session.wrong_state')))
    const failures = await Promise.all([failureOf(logout()), failureOf(logout())])
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(failures).toEqual([expect.any(ApiFailure), expect.any(ApiFailure)])
  })

  test('is sent again after its answer, for another body and by another person; a read always', async () => {
    fetched.mockImplementation(() => answer(200, {}))
    await recover('a@b.mx')
    await recover('a@b.mx')
    expect(fetched).toHaveBeenCalledTimes(2)
    await Promise.all([recover('a@b.mx'), recover('c@d.mx')])
    expect(fetched).toHaveBeenCalledTimes(4)
    setToken('t1')
    const asOne = logout()
    setToken('t2')
    await Promise.all([asOne, logout()])
    expect(fetched).toHaveBeenCalledTimes(6)
    await Promise.all([call('GET /v1/auth/me'), call('GET /v1/auth/me')])
    expect(fetched).toHaveBeenCalledTimes(8)
  })
})
