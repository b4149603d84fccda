import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { type Place, patterns } from '#web/paths.ts'
import { clientRoutes } from './routes.client.tsx'
import { coachRoutes } from './routes.coach.tsx'

const placesOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...placesOf(children ?? [])])

const both = `/dashboard /profile /profile/info /profile/contact /profile/about /profile/account
  /profile/notifications /settings /notifications /calendar /messages /resources /sessions/:itemId/:type
  /actions/:itemId/:type /ending /ending/:sessionId`.split(/\s+/)

/** What comes with later features: docs/spec-coverage.md, its last section. */
const later: Place[] = [
  'clientEdit',
  'groupNew',
  'groupView',
  'groupEdit',
  'sessionEdit',
  'resourcesOfSession',
  'resourcesOf',
  'resourceNew',
  'resourceEdit',
  'memorandumNew',
  'memorandumEdit',
  'goalsOf',
  'notesOf',
]

test('the deeper places of later features are nobody’s yet (product D21)', () => {
  const places = [...placesOf(coachRoutes), ...placesOf(clientRoutes)]
  expect(later.filter((place) => places.includes(patterns[place]))).toEqual([])
})

// spec §2, "Coach routes"
test('a coach has theirs, and none of a client alone', () => {
  const places = placesOf(coachRoutes)
  expect(places).toEqual(expect.arrayContaining(both))
  expect(places).toEqual(
    expect.arrayContaining(
      `/profile/customization /profile/payment /clients /clients/new /clients/view/:idClient /groups
       /calendar/settings /calendar/session/new/:type /messages/:type/:itemId /memorandums
       /session/finished/:sessionId /session/confirm/:sessionId /payment /company`.split(/\s+/),
    ),
  )
  for (const place of [patterns.sessionNew, patterns.goals, patterns.coach])
    expect(places).not.toContain(place)
})

// spec §2, "Client routes"
test('a client has theirs, and none of a coach', () => {
  const places = placesOf(clientRoutes)
  expect(places).toEqual(expect.arrayContaining(both))
  expect(places).toEqual(
    expect.arrayContaining(
      '/session/new /session/new/:selectedDate /goals /actions /resource/view/:resourceId /coach'.split(' '),
    ),
  )
  const ofCoaches = placesOf(coachRoutes).filter((place) => !places.includes(place))
  expect(ofCoaches).toEqual(
    expect.arrayContaining(['/clients', '/groups', '/payment', '/memorandums', '/company']),
  )
  expect(places).not.toContain('/profile/customization')
})
