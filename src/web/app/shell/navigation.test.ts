import { describe, expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { isBeyondItsPath } from './navigation.ts'

const ID = '0190f3a1-0000-7000-8000-000000000001'

describe('the place that the sidebar marks', () => {
  test.each([
    ['resources', paths.resourceView({ resourceId: ID })],
    ['resources', paths.resourceEdit({ resourceId: ID })],
    ['resources', paths.resourceNew({ type: 'text' })],
    ['allSessions', paths.sessionView({ sessionId: ID })],
    ['allSessions', paths.sessionBrief({ sessionId: ID })],
    ['sessions', paths.sessionView({ sessionId: ID })],
    ['sessions', paths.ending()],
  ] as const)('is %s on %s', (label, path) => {
    expect(isBeyondItsPath(label, path)).toBe(true)
  })

  test('a booking and a screen below its own path are not beyond it', () => {
    expect(isBeyondItsPath('sessions', paths.sessionNew())).toBe(false)
    expect(isBeyondItsPath('resources', paths.resources())).toBe(false)
    expect(isBeyondItsPath('clients', paths.clients())).toBe(false)
  })
})
