import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paths, patterns } from '#web/paths.ts'
import { fragmentFor, guard, addressKind, wantedPath } from './guards.ts'

const nobody = { isLogged: false, token: null, userType: null, payment: false }
const client = { isLogged: true, token: 't', userType: 'client', payment: false } as const
const coach = { isLogged: true, token: 't', userType: 'coach', payment: true } as const
const unpaid = { ...coach, payment: false }

const publicOnly = ['/', '/register', '/recovery']
const open = ['/privacy', '/terms', '/invitation/7f1c', '/checkout/7f1c']

describe('places', () => {
  // @spec 2.2
  test('three are public only (spec §2, product D1)', () => {
    for (const path of publicOnly) expect(addressKind(path)).toBe('publicOnly')
  })

  // @spec 2.2
  test('some are open to all (product D1)', () => {
    for (const path of open) expect(addressKind(path)).toBe('open')
  })

  // @spec 6.4
  test('every other place of the product is private', () => {
    const rest = Object.values(patterns)
      .map((pattern) => pattern.replace(/:\w+/g, 'x'))
      .filter((path) => ![...publicOnly, '/privacy', '/terms'].includes(path))
      .filter((path) => !/^\/(invitation|checkout)\//.test(path))
    expect(rest.length).toBeGreaterThan(40)
    for (const path of rest) expect([path, addressKind(path)]).toEqual([path, 'private'])
  })

  test('no address begins with a parameter, and case does not matter', () => {
    expect(Object.values(patterns).filter((pattern) => /^\/[:*]/.test(pattern))).toEqual([])
    expect(addressKind('/Clients')).toBe('private')
  })

  test('what is no place is unknown', () => {
    for (const path of ['/nowhere', '/clients/view', '/invitation', '/sessions/1/Client/more']) {
      expect([path, addressKind(path)]).toEqual([path, 'unknown'])
    }
  })
})

describe('guard', () => {
  // @spec 2.6
  test('a visitor without a token who opens a private route is sent to / (spec §2)', () => {
    for (const path of ['/dashboard', '/clients/view/1', '/payment', '/sessions/1/Client']) {
      expect(guard(nobody, path)).toBe('/')
    }
    expect(guard({ ...coach, token: null }, '/dashboard')).toBe('/')
    // A token alone is a sign-in that has not fetched its profile yet.
    expect(guard({ ...nobody, token: 't' }, '/dashboard')).toBe('/')
  })

  // @spec 6.4
  test('a visitor stays on public, open and unknown places', () => {
    for (const path of [...publicOnly, ...open, '/nowhere']) expect(guard(nobody, path)).toBeNull()
  })

  // @spec 2.5
  test('a signed-in visitor of a public-only route is sent to /dashboard (spec §2)', () => {
    for (const path of publicOnly) {
      expect(guard(client, path)).toBe('/dashboard')
      expect(guard(coach, path)).toBe('/dashboard')
    }
  })

  // @spec 1.2, 4.11
  test('a coach without payment is sent to /payment from any other path (spec §4), except open ones (product D6)', () => {
    for (const path of ['/', '/register', '/dashboard', '/clients', '/notifications', '/nowhere']) {
      expect(guard(unpaid, path)).toBe('/payment')
    }
    for (const path of ['/payment', '/payment/done', ...open]) expect(guard(unpaid, path)).toBeNull()
  })

  // @spec 4.11
  test('a coach with payment who visits /payment is sent to / (spec §4)', () => {
    expect(guard(coach, '/payment')).toBe('/')
    expect(guard(coach, '/payment/')).toBe('/')
  })

  test('coming back from the provider’s page, a coach stays until the payment is confirmed (product §5)', () => {
    for (const session of [coach, unpaid, client]) expect(guard(session, '/payment/done')).toBeNull()
    expect(guard(nobody, '/payment/done')).toBe('/')
  })

  test('payment is no matter of clients (spec §6)', () => {
    for (const path of ['/dashboard', '/calendar', '/payment']) expect(guard(client, path)).toBeNull()
  })

  test('no redirect leads into another one forever', () => {
    for (const session of [nobody, client, coach, unpaid]) {
      for (const start of ['/', '/payment', '/dashboard', '/privacy', '/nowhere']) {
        let at: string | null = start
        let steps = 0
        while (at !== null && steps < 5) {
          at = guard(session, at)
          steps += 1
        }
        expect(steps).toBeLessThan(4)
      }
    }
  })
})

describe('the wanted path (product §2)', () => {
  // @spec P.1
  test('a private place of this origin is gone on to, with its query', () => {
    expect(wantedPath({ wanted: '/clients/view/1' })).toBe('/clients/view/1')
    expect(wantedPath({ wanted: paths.sessionNewCoach({ type: 'Client', clientId: 'c' }) })).toBe(
      '/calendar/session/new/Client?clientId=c',
    )
  })

  test('is never /payment: a client sent there would find nothing', () => {
    expect(wantedPath({ wanted: '/payment' })).toBeNull()
    expect(wantedPath({ wanted: '/payment?from=mail' })).toBeNull()
    expect(wantedPath({ wanted: '/payment/done' })).toBeNull()
  })

  test.each([
    [null],
    [{}],
    [{ wanted: 4 }],
    [{ wanted: '//evil.example/dashboard' }],
    [{ wanted: '/\\evil.example' }],
    [{ wanted: '/\\/evil.example/clients' }],
    [{ wanted: '\\\\evil.example' }],
    [{ wanted: '///evil.example/clients' }],
    [{ wanted: '/\t/evil.example/clients' }],
    [{ wanted: '\t//evil.example/clients' }],
    [{ wanted: '/\n/evil.example' }],
    [{ wanted: '/clients\t' }],
    [{ wanted: ' /clients' }],
    [{ wanted: '/ /evil.example' }],
    [{ wanted: '/%2F/evil.example' }],
    [{ wanted: '/%5Cevil.example' }],
    [{ wanted: '%2F%2Fevil.example' }],
    [{ wanted: '/%09/evil.example' }],
    [{ wanted: '/.//evil.example' }],
    [{ wanted: '/..//evil.example' }],
    [{ wanted: 'https:evil.example' }],
    [{ wanted: 'https:/evil.example' }],
    [{ wanted: 'https:\\\\evil.example' }],
    [{ wanted: 'HTTPS://evil.example' }],
    [{ wanted: 'evil.example/clients' }],
    [{ wanted: '@evil.example' }],
    [{ wanted: 'data:text/html,x' }],
    [{ wanted: 'java\tscript:alert(1)' }],
    [{ wanted: '/\u0000/evil.example' }],
    [{ wanted: '/\u2028/evil.example' }],
    [{ wanted: 'https://evil.example/dashboard' }],
    [{ wanted: 'javascript:alert(1)' }],
    [{ wanted: '/' }],
    [{ wanted: '/register' }],
    [{ wanted: '/nowhere' }],
  ])('%j leads nowhere', (state) => {
    expect(wantedPath(state)).toBeNull()
  })

  test('how linking Google ended goes along to /payment, and nothing else does', () => {
    expect(fragmentFor('/payment', '#google=linked')).toBe('#google=linked')
    expect(fragmentFor('/payment', '#google_error=other')).toBe('#google_error=other')
    for (const hash of ['', '#record', '#google=ticket&new=1']) expect(fragmentFor('/payment', hash)).toBe('')
    expect(fragmentFor('/dashboard', '#google=linked')).toBe('')
  })

  test('whatever the value, the URL stays on this origin (ASVS 3.7.2)', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '\t',
      '%2F',
      '%5C',
      '..',
      '.',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'clients',
      'https:',
      ' ',
    )
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.array(pieces, { maxLength: 6 }).map((parts) => `/clients${parts.join('')}`),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(texts, (wanted) => {
        const to = wantedPath({ wanted })
        expect(new URL(to ?? '/', 'https://norte.example').origin).toBe('https://norte.example')
      }),
      { numRuns: 2_000, seed: 3 },
    )
  })
})
