import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { HOUSE_ERRORS } from '#contract/errors.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { endpointOf, expectDeclared } from './declared-refusals.ts'
import { newCoach } from '#test/support/people.ts'

const refusal = (code: string) => ({ error: 'No.', code, requestId: 'r' })
const confirm = { method: 'POST', url: '/v1/session/01890000-0000-7000-8000-000000000000/confirm' }

describe('every answer in the API tests', () => {
  it('fails the test by a code that its endpoint does not declare', () => {
    expect(() => expectDeclared(confirm, refusal('client.not_found'))).toThrow(
      'POST /v1/session/:sessionId/confirm answered client.not_found, which its endpoint does not declare',
    )
  })

  it('may carry a declared code, one that every call may give, or none', () => {
    for (const code of ['session.not_found', ...HOUSE_ERRORS]) {
      expect(() => expectDeclared(confirm, refusal(code))).not.toThrow()
    }
    expect(() => expectDeclared(confirm, { id: 'x' })).not.toThrow()
    expect(() => expectDeclared(confirm, undefined)).not.toThrow()
  })

  it.each([...ENDPOINTS.values()])('is known by its request: $method $path', (endpoint) => {
    const url = `${endpoint.path.replace(/:\w+/g, '01890000-0000-7000-8000-000000000000')}?page=1`
    expect(endpointOf({ method: endpoint.method, url })).toBe(endpoint)
  })

  it('leaves pages and unknown paths alone', () => {
    expect(endpointOf({ method: 'GET', url: '/' })).toBeUndefined()
    expect(endpointOf({ method: 'GET', url: '/v1/nada' })).toBeUndefined()
  })
})

describe('the request helper', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })
  afterAll(() => app.close())

  it('throws when a use case refuses with an undeclared code', async () => {
    const { token } = await newCoach(app)
    const endpoint = ENDPOINTS.get('deleteNotification')!
    const url = endpoint.path.replace(':notificationId', '01890000-0000-7000-8000-000000000000')
    const request = { method: endpoint.method, url, token }
    expect((await app.send(request)).status).toBe(404)
    const { errors } = endpoint
    try {
      endpoint.errors = []
      await expect(app.send(request)).rejects.toThrow('answered notification.not_found')
    } finally {
      endpoint.errors = errors
    }
  })
})
