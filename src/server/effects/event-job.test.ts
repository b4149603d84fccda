import { describe, expect, test } from 'vitest'
import { HopelessJob } from '#server/platform/jobs/hopeless-job.ts'
import type { Effect } from './effect.ts'
import { eventJob, readEventJob } from './event-job.ts'

const eventId = 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03'
const EFFECTS: Effect[] = [
  { kind: 'notify', to: 'client', type: 'SESSION_CONFIRMED' },
  { kind: 'mail', to: 'attended', template: 'sessionSummary' },
  { kind: 'changed', to: ['coach', 'everybody'], subject: 'group', id: eventId },
]

describe('the job of an event', () => {
  test('says what goes out', () => {
    const stored = JSON.parse(JSON.stringify(eventJob(eventId, EFFECTS))) as object
    expect(readEventJob(stored)).toEqual({ v: 1, eventId, effects: EFFECTS })
  })

  test.each([
    ['that numbered nothing', { eventId }, 0],
    ['that did not say what goes out', { v: 1, eventId }, 1],
  ])('of the releases %s is read', (_what, stored, v) => {
    expect(readEventJob(stored)).toEqual({ v, eventId })
  })

  test.each([
    ['of a newer release', { v: 2, eventId }],
    ['without its event', { v: 1, effects: EFFECTS }],
    ['with a mail of another release', { v: 1, eventId, effects: [{ ...EFFECTS[1], template: 'songs' }] }],
    ['with an effect of another release', { v: 1, eventId, effects: [{ kind: 'sing', to: 'coach' }] }],
  ])('one %s is kept for the operator', (_what, stored) => {
    expect(() => readEventJob(stored)).toThrow(HopelessJob)
  })
})
