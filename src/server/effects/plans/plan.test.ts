import { describe, expect, expectTypeOf, test } from 'vitest'
import type { GroupId, IsoInstant, SessionId, UserId } from '#contract/values.ts'
import type { DomainEvent, DomainEventType } from '#server/domain-events.ts'
import type { PlansOf } from '#server/effects/effect.ts'
import { EVENT_PLANS, PLANS, TOLD, toldOf } from './plan.ts'
import type { ToldOf } from './told.ts'

const coachId = 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId
const sessionId = 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03' as SessionId
const groupId = 'd7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e04' as GroupId
const startsAt = '2027-02-04T16:00:00Z' as IsoInstant

describe('a type of event', () => {
  test('does not compile without a plan, nor without an answer to who is told', () => {
    expectTypeOf(PLANS).toExtend<PlansOf<DomainEventType>>()
    expectTypeOf(TOLD).toExtend<ToldOf<DomainEventType>>()
    expectTypeOf<Omit<typeof PLANS, 'session.booked'>>().not.toExtend<PlansOf<DomainEventType>>()
    expectTypeOf<Omit<typeof TOLD, 'session.booked'>>().not.toExtend<ToldOf<DomainEventType>>()
    expectTypeOf<Omit<typeof TOLD, 'invitation.shared'>>().not.toExtend<ToldOf<DomainEventType>>()
    expect(Object.keys(TOLD).toSorted()).toEqual(Object.keys(PLANS).toSorted())
  })
})

describe('who is told', () => {
  const session = { coachId, actorUserId: coachId, subjectId: sessionId }
  const times = { clientId: null, groupId, startsAt, endsAt: startsAt }

  test('of a session of a group, everybody who is expected', () => {
    expect(toldOf({ ...session, type: 'session.starting', payload: times })).toEqual({
      client: null,
      group: groupId,
      members: { groupId, sessionId },
    })
  })

  test('of the end of a group, everybody in it', () => {
    const payload = { from: 'running', to: 'finished' } as const
    expect(toldOf({ ...session, type: 'group.moved', subjectId: groupId, payload })).toEqual({
      group: groupId,
      members: { groupId, sessionId: null },
    })
  })
})

describe('the job of an event', () => {
  test('is made when anything goes out', () => {
    const shared = { coachId, actorUserId: coachId, type: 'invitation.shared', payload: {} } as const
    expect(
      EVENT_PLANS.jobOf(sessionId, { ...shared, subjectId: sessionId as string as never }),
    ).toBeUndefined()
    const calendar = { ...shared, type: 'calendar.changed', subjectId: coachId } as const
    expect(EVENT_PLANS.jobOf(sessionId, calendar)).toEqual({
      priority: 'ordinary',
      data: {
        v: 1,
        eventId: sessionId,
        effects: [{ kind: 'changed', to: ['coach'], subject: 'calendar', id: coachId }],
      },
    })
  })

  test('comes first for codes and security mails, last for clients among many', () => {
    const event = { coachId, actorUserId: coachId, subjectId: coachId as never } as const
    const priorityOf = (what: Pick<DomainEvent, 'type' | 'payload'>) =>
      EVENT_PLANS.jobOf(sessionId, { ...event, ...what } as DomainEvent)?.priority
    expect(priorityOf({ type: 'email.code_requested', payload: {} })).toBe('urgent')
    expect(priorityOf({ type: 'invitation.code_requested', payload: {} })).toBe('urgent')
    expect(priorityOf({ type: 'account.password_changed', payload: {} })).toBe('urgent')
    expect(priorityOf({ type: 'client.invited', payload: {} })).toBe('ordinary')
    expect(priorityOf({ type: 'client.invited', payload: { imported: true } })).toBe('bulk')
    // What tells the coach's screens of all of them.
    expect(priorityOf({ type: 'clients.imported', payload: { created: 5_000 } })).toBe('ordinary')
  })
})
