import { describe, expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { SIDEBAR, linksBeyond, placeBeyondPaths } from './navigation.ts'

const ID = '0190f3a1-0000-7000-8000-000000000001'
const ofClient = { type: 'Client', itemId: ID } as const
const ofGroup = { type: 'Group', itemId: ID } as const

const coach = [...SIDEBAR.coach, ...linksBeyond('coach', null)]
const client = [...SIDEBAR.client, ...linksBeyond('client', ID)]

describe('the place that the sidebar marks', () => {
  test.each([
    ['resources', paths.resourceView({ resourceId: ID })],
    ['resources', paths.resourceEdit({ resourceId: ID })],
    ['resources', paths.resourceNew({ type: 'text' })],
    ['allSessions', paths.sessionView({ sessionId: ID })],
    ['allSessions', paths.sessionBrief({ sessionId: ID })],
    ['allSessions', paths.sessionEdit({ type: 'Client', sessionId: ID })],
    ['allSessions', paths.resourcesOfSession({ sessionId: ID })],
    // Some of these begin with the path of another place.
    ['clients', paths.notesOf(ofClient)],
    ['clients', paths.goalsOf(ofClient)],
    ['clients', paths.actionsOf(ofClient)],
    ['clients', paths.resourcesOf(ofClient)],
    ['clients', paths.sessionsOf(ofClient)],
    ['groups', paths.notesOf(ofGroup)],
    ['groups', paths.goalsOf(ofGroup)],
    ['groups', paths.actionsOf(ofGroup)],
    ['groups', paths.resourcesOf(ofGroup)],
    ['groups', paths.sessionsOf(ofGroup)],
  ] as const)('is %s on %s for a coach', (label, path) => {
    expect(placeBeyondPaths(coach, path)).toBe(label)
  })

  test.each([
    ['sessions', paths.sessionView({ sessionId: ID })],
    ['sessions', paths.ending()],
    ['resources', paths.resourceView({ resourceId: ID })],
  ] as const)('is %s on %s for a client', (label, path) => {
    expect(placeBeyondPaths(client, path)).toBe(label)
  })

  test('is left to the path of a screen below a place', () => {
    expect(placeBeyondPaths(coach, paths.resources())).toBeUndefined()
    expect(placeBeyondPaths(coach, paths.actions())).toBeUndefined()
    expect(placeBeyondPaths(coach, paths.clientView({ clientId: ID }))).toBeUndefined()
    expect(placeBeyondPaths(client, paths.sessionNew())).toBeUndefined()
    // A client has their goals, actions and sessions below those places.
    expect(placeBeyondPaths(client, paths.goalsOf(ofClient))).toBeUndefined()
    expect(placeBeyondPaths(client, paths.sessionsOf(ofClient))).toBeUndefined()
  })
})
