import { describe, expect, test } from 'vitest'
import type { ClientId, GroupId, IsoInstant, SessionId, UserId } from '#contract/values.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { planEffects } from './plan.ts'

const coachId = '019413d6-0000-7000-8000-000000000001' as UserId
const clientId = '019413d6-0000-7000-8000-000000000002' as ClientId
const groupId = '019413d6-0000-7000-8000-000000000003' as GroupId
const common = { coachId, actorUserId: coachId }
const processMoved = { kind: 'changed', to: ['coach', 'client'], subject: 'client', id: clientId }
const refresh = { kind: 'changed', to: ['coach'], subject: 'client', id: clientId }

describe('effects of accounts and clients', () => {
  test.each<[DomainEvent, object[]]>([
    [
      { ...common, type: 'email.code_requested', subjectId: coachId, payload: {} },
      [{ kind: 'mail', to: 'coach', template: 'verification' }],
    ],
    [
      { ...common, type: 'payment.changed', subjectId: coachId, payload: { status: 'active' } },
      [{ kind: 'changed', to: ['coach'], subject: 'payment', id: coachId }],
    ],
    [
      { ...common, type: 'payment.received', subjectId: coachId, payload: { until: null } },
      [{ kind: 'notify', to: 'coach', type: 'PAYMENT_RECEIVED' }],
    ],
    [
      {
        ...common,
        type: 'payment.ending',
        subjectId: coachId,
        payload: { periodEndsAt: '2027-02-09T15:00:00.000Z' as IsoInstant, days: 7 },
      },
      [{ kind: 'mail', to: 'coach', template: 'paymentEnding' }],
    ],
    [
      { ...common, type: 'payment.charge_failed', subjectId: coachId, payload: { retryAt: null } },
      [{ kind: 'mail', to: 'coach', template: 'paymentFailed' }],
    ],
    [
      { ...common, type: 'payment.charge_refused', subjectId: coachId, payload: { retryAt: null } },
      [{ kind: 'notify', to: 'coach', type: 'PAYMENT_FAILED' }],
    ],
    [
      { ...common, type: 'account.recovery_requested', subjectId: coachId, payload: {} },
      [{ kind: 'mail', to: 'person', template: 'recovery' }],
    ],
    [
      { ...common, type: 'account.password_changed', subjectId: coachId, payload: {} },
      [{ kind: 'mail', to: 'person', template: 'passwordChanged' }],
    ],
    [
      { ...common, type: 'account.google_linked', subjectId: coachId, payload: {} },
      [{ kind: 'mail', to: 'person', template: 'googleLinked' }],
    ],
    [
      { ...common, type: 'account.google_unlinked', subjectId: coachId, payload: {} },
      [{ kind: 'mail', to: 'person', template: 'googleUnlinked' }],
    ],
    [
      { ...common, type: 'account.email_change_requested', subjectId: coachId, payload: {} },
      [{ kind: 'mail', to: 'person', template: 'emailChange' }],
    ],
    [
      { ...common, type: 'account.email_changed', subjectId: coachId, payload: { before: 'a@b.example' } },
      [{ kind: 'mail', to: 'person', template: 'emailChanged' }],
    ],
    [{ ...common, type: 'client.created', subjectId: clientId, payload: {} }, [refresh]],
    // Somebody who came with a file: the file tells the coach's screens once.
    [{ ...common, type: 'client.created', subjectId: clientId, payload: { imported: true } }, []],
    [
      { ...common, type: 'client.invited', subjectId: clientId, payload: { imported: true } },
      [{ kind: 'mail', to: 'client', template: 'invitation' }],
    ],
    [
      { ...common, type: 'clients.imported', subjectId: coachId, payload: { created: 3 } },
      [{ ...refresh, id: coachId }],
    ],
    [
      { ...common, type: 'client.invited', subjectId: clientId, payload: {} },
      [{ kind: 'mail', to: 'client', template: 'invitation' }, refresh],
    ],
    [
      { ...common, type: 'client.changed', subjectId: clientId, payload: {} },
      [refresh, { kind: 'changed', to: ['client'], subject: 'profile', id: clientId }],
    ],
    [
      { ...common, type: 'coach.changed', subjectId: coachId, payload: {} },
      [{ kind: 'changed', to: ['everybody'], subject: 'profile', id: coachId }],
    ],
    [{ ...common, type: 'invitation.shared', subjectId: clientId, payload: {} }, []],
    [
      { ...common, type: 'invitation.code_requested', subjectId: clientId, payload: {} },
      [{ kind: 'mail', to: 'client', template: 'invitationCode' }],
    ],
    [
      { ...common, type: 'invitation.accepted', subjectId: clientId, payload: {} },
      [{ kind: 'notify', to: 'coach', type: 'CLIENT_INVITATION_ACEPTED' }, refresh],
    ],
    [
      { ...common, type: 'invitation.accepted', subjectId: clientId, payload: { groupId } },
      [{ kind: 'notify', to: 'coach', type: 'MEMBER_INVITATION_ACEPTED' }, refresh],
    ],
    [
      { ...common, type: 'invitation.declined', subjectId: clientId, payload: {} },
      [{ kind: 'notify', to: 'coach', type: 'INVITATION_DECLINED' }, refresh],
    ],
  ])('$type', (event, effects) => {
    expect(planEffects(event)).toEqual(effects)
  })

  const session = {
    sessionId: '019413d6-0000-7000-8000-000000000004' as SessionId,
    title: 'Sesión 3 con Ana',
    startsAt: '2027-02-04T15:00:00.000Z' as IsoInstant,
    endsAt: '2027-02-04T16:00:00.000Z' as IsoInstant,
  }
  const ofProcess = { ...common, subjectId: clientId }

  test.each([
    ['client.paused', [], []],
    ['client.paused', [session, session], ['clientPaused']],
    ['client.finished', [], ['clientFinished']],
    ['client.finished', [session, session], ['clientFinished']],
    ['client.archived', [], []],
  ] as const)('%s with %j ahead is at most one mail', (type, calledOff, templates) => {
    expect(planEffects({ ...ofProcess, type, payload: { calledOff } })).toEqual([
      ...templates.map((template) => ({ kind: 'mail', to: 'client', template })),
      processMoved,
    ])
  })

  test.each(['client.resumed', 'client.reactivated', 'client.restored'] as const)(
    '%s shows on both screens',
    (type) => {
      expect(planEffects({ ...ofProcess, type, payload: {} })).toEqual([processMoved])
    },
  )
})
