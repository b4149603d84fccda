import { expect, test } from 'vitest'
import { paths, patterns } from './paths.ts'

// @spec 2.1
test('every route of spec §2 has its spelling', () => {
  const spelt = new Set<string>(Object.values(patterns))
  const public_ = ['/', '/invitation/:clientId', '/recovery', '/privacy', '/terms', '/register']
  const coach = [
    '/dashboard',
    '/profile',
    '/profile/:section',
    '/settings',
    '/notifications',
    '/clients',
    '/clients/new',
    '/clients/edit/:idClient',
    '/clients/view/:idClient',
    '/groups',
    '/groups/new',
    '/groups/view/:groupId',
    '/groups/edit/:groupId',
    '/calendar',
    '/calendar/settings',
    '/calendar/session/new/:type',
    '/calendar/session/edit/:type/:sessionId',
    '/messages',
    '/messages/:type/:itemId',
    '/resources',
    '/resources/:sessionId',
    '/resource/new/:type',
    '/resource/edit/:resourceId',
    '/resource/view/:resourceId',
    '/memorandums',
    '/memorandums/new',
    '/memorandums/edit/:memoramdumId',
    '/session/finished/:sessionId',
    '/session/confirm/:sessionId',
    '/goals/:itemId/:type',
    '/actions/:itemId/:type',
    '/sessions/:itemId/:type',
    '/resources/:itemId/:type',
    '/notes/:itemId/:type',
    '/ending',
    '/ending/:sessionId',
    '/payment',
  ]
  const client = ['/session/new', '/session/new/:selectedDate', '/goals', '/actions', '/coach']
  expect([...public_, ...coach, ...client].filter((route) => !spelt.has(route))).toEqual([])
})

test('the routes that product D3, D10 and §5 add', () => {
  expect(patterns.company).toBe('/company')
  expect(patterns.sessionView).toBe('/session/view/:sessionId')
  expect(patterns.sessionBrief).toBe('/session/brief/:sessionId')
  expect(patterns.sessionRoom).toBe('/session/room/:sessionId')
  expect(patterns.sandboxCheckout).toBe('/checkout/:checkoutId')
})

test('a URL is its pattern with the values filled in', () => {
  expect(paths.clientView({ clientId: 'c1' })).toBe('/clients/view/c1')
  expect(paths.sessionsOf({ type: 'Client', itemId: 'c1' })).toBe('/sessions/c1/Client')
  expect(paths.messagesOf({ type: 'Group', itemId: 'g1' })).toBe('/messages/Group/g1')
  expect(paths.ending()).toBe('/ending')
  expect(paths.ending({ sessionId: 's1' })).toBe('/ending/s1')
  expect(paths.sessionNew()).toBe('/session/new')
  expect(paths.sessionNew({ selectedDate: '2027-11-24' })).toBe('/session/new/2027-11-24')
})

test('a value never changes which route is meant', () => {
  expect(paths.clientView({ clientId: '../new?x#y' })).toBe('/clients/view/..%2Fnew%3Fx%23y')
  expect(() => paths.clientView({ clientId: '' })).toThrow(RangeError)
})

test('the coach form is prefilled from the query', () => {
  expect(paths.sessionNewCoach({ type: 'Client' })).toBe('/calendar/session/new/Client')
  expect(
    paths.sessionNewCoach({ type: 'Client', clientId: 'c1', startsAt: '2027-11-24T15:00:00.000Z' }),
  ).toBe('/calendar/session/new/Client?clientId=c1&startsAt=2027-11-24T15%3A00%3A00.000Z')
})
