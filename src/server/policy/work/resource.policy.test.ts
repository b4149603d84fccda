import { describe, expect, test } from 'vitest'
import { clientActor, coachActor, otherClient, otherCoach, ours } from '#test/support/actors.ts'
import { can } from './resource.policy.ts'

describe('a resource (product §14, §20)', () => {
  test.each([
    ['its coach', coachActor, true, false],
    ['a client who has it', clientActor, false, true],
    ['another coach', otherCoach, false, false],
    ['a client of another coach', otherClient, false, false],
  ] as const)('%s', (_, actor, manages, progresses) => {
    const resource = { coachId: ours }
    expect([can(actor, 'manage', resource), can(actor, 'progress', resource)]).toEqual([manages, progresses])
  })
})
