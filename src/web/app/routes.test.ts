import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { publicRoutes, routesOf } from './routes.tsx'

const words = (text: string) => text.trim().split(/\s+/)

/** Every route of a table that has a path, the framed ones too; not the one for unknown addresses. */
const routesIn = (routes: readonly RouteObject[]): RouteObject[] =>
  routes
    .flatMap((route) => [route, ...routesIn(route.children ?? [])])
    .filter(({ path }) => path !== undefined && path !== '*')

const pathsOf = (routes: readonly RouteObject[]) =>
  routesIn(routes)
    .map(({ path }) => path!)
    .toSorted()

// spec §2, "Public routes"; the test payment of product §5
test('anybody has the public screens', () => {
  expect(pathsOf(publicRoutes)).toEqual(
    words('/ /register /recovery /privacy /terms /invitation/:clientId /checkout/:checkoutId').toSorted(),
  )
})

// spec §2, "Coach routes", in its order
const ofCoaches = words(`
  /dashboard
  /profile /profile/info /profile/contact /profile/about /profile/account /profile/notifications
  /profile/customization /profile/payment
  /settings
  /notifications
  /clients /clients/new /clients/edit/:idClient /clients/view/:idClient
  /groups /groups/new /groups/view/:groupId /groups/edit/:groupId
  /calendar /calendar/settings /calendar/session/new/:type /calendar/session/edit/:type/:sessionId
  /messages /messages/:type/:itemId
  /resources /resources/:sessionId /resource/new/:type /resource/edit/:resourceId /resource/view/:resourceId
  /memorandums /memorandums/new /memorandums/edit/:memoramdumId
  /session/finished/:sessionId /session/confirm/:sessionId
  /goals/:itemId/:type /actions/:itemId/:type /sessions/:itemId/:type /resources/:itemId/:type /notes/:itemId/:type
  /ending /ending/:sessionId
  /payment`)

// spec §2, "Client routes", in its order
const ofClients = words(`
  /dashboard
  /calendar
  /session/new /session/new/:selectedDate
  /sessions/:itemId/:type
  /goals /goals/:itemId/:type
  /messages
  /actions /actions/:itemId/:type
  /resources /resources/:itemId/:type /resource/view/:resourceId
  /profile /profile/info /profile/contact /profile/about /profile/account /profile/notifications
  /settings
  /notifications
  /coach
  /ending /ending/:sessionId`)

// @spec 2.12, 6.2
test('a coach has their screens, what product D3, D10 and D23 add, the import of product §6 and the room of §10, and none of a client', () => {
  expect(pathsOf(routesOf('coach'))).toEqual(
    [
      ...ofCoaches,
      '/actions',
      '/company',
      '/profile/activity',
      '/payment/done',
      '/session/view/:sessionId',
      '/session/brief/:sessionId',
      '/session/room/:sessionId',
      '/clients/import',
      '/sessions',
    ].toSorted(),
  )
})

// @spec 1.4, 2.13, 6.2
test('a client has theirs, what product D10 adds and the room of product §10, and none of a coach', () => {
  expect(pathsOf(routesOf('client'))).toEqual(
    [...ofClients, '/profile/activity', '/session/view/:sessionId', '/session/room/:sessionId'].toSorted(),
  )
})

// spec §2: "Screens load on demand"
// @spec 2.7
test('every screen is fetched when it is first opened', () => {
  const all = routesIn([...publicRoutes, ...routesOf('coach'), ...routesOf('client')])
  const atOnce = all.filter(({ lazy, Component, element }) =>
    [lazy === undefined, Component, element].some(Boolean),
  )
  expect(all.length).toBeGreaterThan(50)
  expect(atOnce.map(({ path }) => path)).toEqual([])
})
