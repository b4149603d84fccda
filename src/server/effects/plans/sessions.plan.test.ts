import { describe, expect, test } from 'vitest'
import { NotificationType } from '#contract/notifications.ts'
import type { ClientId, SessionId, UserId } from '#contract/values.ts'
import { MINUTE_MS, type EpochMs, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { DomainEventOf, DomainEventType } from '#server/domain-events.ts'
import type { Effect } from '#server/effects/effect.ts'
import { SESSION_PLANS } from './sessions.plan.ts'

const NOW = fromIso('2027-02-02T15:00:00Z')
const coachId = 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId
const clientUserId = 'e7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e05' as UserId
const clientId = 'b7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e02' as ClientId
const sessionId = 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03' as SessionId
const iso = (ms: EpochMs) => toIso(ms)
const inMinutes = (minutes: number) => epochMs(NOW + minutes * MINUTE_MS)

type SessionType = Extract<DomainEventType, `session.${string}`>

/** An event about a session that starts in `minutes`. */
function event<Type extends SessionType>(
  type: Type,
  more: object = {},
  minutes = 24 * 60,
): DomainEventOf<Type> {
  return {
    type,
    coachId,
    actorUserId: null,
    subjectId: sessionId,
    payload: {
      clientId,
      startsAt: iso(inMinutes(minutes)),
      endsAt: iso(inMinutes(minutes + 60)),
      ...more,
    },
  } as unknown as DomainEventOf<Type>
}

/** An effect in a word: "coach! NEW…" is a notification, "coach@ …" a mail, "client^ …" a push, "~session" what both refetch. */
const short = (effect: Effect) => {
  if (effect.kind === 'changed') return `~${effect.to.join('+')} ${effect.subject}`
  if (effect.kind === 'push') return `${effect.to}^ ${effect.type}, else @ ${effect.otherwise}`
  return effect.kind === 'notify' ? `${effect.to}! ${effect.type}` : `${effect.to}@ ${effect.template}`
}

describe('what goes out (product §9, §17)', () => {
  const BOTH = '~coach+client session'
  const told: [string, readonly Effect[], string[]][] = [
    [
      'a request',
      SESSION_PLANS['session.requested'](event('session.requested')),
      ['coach! NEW_SESSION_FROM_CLIENT', 'coach@ sessionRequested', BOTH],
    ],
    [
      'a booking of the coach',
      SESSION_PLANS['session.booked'](event('session.booked', { by: 'coach', past: false })),
      ['client! NEW_SESSION_FROM_COACH', 'client@ sessionBooked', BOTH],
    ],
    [
      'a past session written down',
      SESSION_PLANS['session.booked'](event('session.booked', { by: 'coach', past: true })),
      ['client! NEW_SESSION_FROM_COACH', BOTH],
    ],
    [
      'a booking confirmed by itself',
      SESSION_PLANS['session.booked'](event('session.booked', { by: 'client', past: false })),
      ['coach! NEW_SESSION_FROM_CLIENT', 'coach@ sessionBooked', 'client@ sessionConfirmed', BOTH],
    ],
    [
      'another one of a series that is booked as one',
      SESSION_PLANS['session.booked'](event('session.booked', { by: 'coach', past: false, quiet: true })),
      [BOTH],
    ],
    [
      'a confirmation',
      SESSION_PLANS['session.confirmed']({ ...event('session.confirmed'), actorUserId: coachId }),
      ['client! SESSION_CONFIRMED', 'client@ sessionConfirmed', BOTH],
    ],
    [
      'a client who chose one of the proposed times',
      SESSION_PLANS['session.confirmed']({ ...event('session.confirmed'), actorUserId: clientUserId }),
      ['coach! SESSION_CONFIRMED', 'coach@ sessionConfirmed', 'client@ sessionConfirmed', BOTH],
    ],
    [
      'a proposal of other times',
      SESSION_PLANS['session.proposed'](event('session.proposed', { times: [] })),
      ['client! SESSION_PROPOSED', 'client@ sessionProposed', BOTH],
    ],
    [
      'a rejection',
      SESSION_PLANS['session.rejected'](event('session.rejected')),
      ['client! CANCELLED_SESSION_FROM_COACH', 'client@ sessionRejected', BOTH],
    ],
    [
      'a cancellation by the client',
      SESSION_PLANS['session.cancelled'](event('session.cancelled', { by: 'client', late: true })),
      ['coach! CANCELLED_SESSION_FROM_CLIENT', 'coach@ sessionCancelled', 'client@ sessionWithdrawn', BOTH],
    ],
    [
      'a cancellation by the coach',
      SESSION_PLANS['session.cancelled'](event('session.cancelled', { by: 'coach', late: false })),
      ['client! CANCELLED_SESSION_FROM_COACH', 'client@ sessionCancelled', BOTH],
    ],
    [
      'another one of a series that is cancelled as one',
      SESSION_PLANS['session.cancelled'](event('session.cancelled', { by: 'coach', quiet: true })),
      [BOTH],
    ],
    [
      'one that went with its process, whose mail is another',
      SESSION_PLANS['session.calledOff'](event('session.calledOff')),
      ['client! CANCELLED_SESSION_FROM_COACH', BOTH],
    ],
    [
      'a lapsed request',
      SESSION_PLANS['session.expired'](event('session.expired')),
      [
        'coach! SESSION_EXPIRED',
        'client! SESSION_EXPIRED',
        'coach@ sessionExpired',
        'client@ sessionExpired',
        BOTH,
      ],
    ],
    [
      'a move by the coach',
      SESSION_PLANS['session.rescheduled'](event('session.rescheduled', { by: 'coach' })),
      ['client! SESSION_RESCHEDULED', 'client@ sessionMoved', BOTH],
    ],
    [
      'a move by the client',
      SESSION_PLANS['session.rescheduled'](event('session.rescheduled', { by: 'client' })),
      ['coach! SESSION_RESCHEDULED', 'coach@ sessionMoved', 'client@ sessionMoved', BOTH],
    ],
    [
      'a move whose mail comes later',
      SESSION_PLANS['session.rescheduled'](event('session.rescheduled', { by: 'client', mailedLater: true })),
      ['coach! SESSION_RESCHEDULED', BOTH],
    ],
    [
      'the mail about moves',
      SESSION_PLANS['session.move_told'](event('session.move_told', { to: 'client' })),
      ['client@ sessionMoved'],
    ],
    [
      'a move that the coach tells nobody of',
      SESSION_PLANS['session.rescheduled'](event('session.rescheduled', { by: 'coach', quiet: true })),
      [BOTH],
    ],
    [
      'a move that is asked for',
      SESSION_PLANS['session.move_requested'](event('session.move_requested')),
      ['coach! SESSION_MOVE_REQUESTED', 'coach@ sessionMoveRequested', BOTH],
    ],
    [
      'a move that is not to be',
      SESSION_PLANS['session.move_declined'](event('session.move_declined')),
      ['client! SESSION_MOVE_DECLINED', 'client@ sessionMoveDeclined', BOTH],
    ],
    [
      'somebody of a group who cannot come',
      SESSION_PLANS['session.excused'](event('session.excused')),
      ['coach! SESSION_EXCUSED', 'coach@ sessionExcused', BOTH],
    ],
    [
      'a wish to move that is taken back',
      SESSION_PLANS['session.move_withdrawn'](event('session.move_withdrawn')),
      ['coach! SESSION_MOVE_WITHDRAWN', BOTH],
    ],
    [
      'somebody of a group who can come after all',
      SESSION_PLANS['session.excuse_withdrawn'](event('session.excuse_withdrawn')),
      ['coach! SESSION_EXCUSE_WITHDRAWN', 'coach@ sessionExcuseWithdrawn', BOTH],
    ],
    ['an edit', SESSION_PLANS['session.edited'](event('session.edited')), [BOTH]],
    ['something written', SESSION_PLANS['session.written'](event('session.written')), [BOTH]],
    [
      'what a coach writes for themselves',
      SESSION_PLANS['session.brief_written'](event('session.brief_written')),
      ['~coach brief'],
    ],
    ['a correction', SESSION_PLANS['session.corrected'](event('session.corrected')), [BOTH]],
    [
      'a summary to be mailed',
      SESSION_PLANS['session.summary_mailed'](event('session.summary_mailed')),
      ['attended@ sessionSummary', BOTH],
    ],
    [
      'two days ahead',
      SESSION_PLANS['session.reminded'](event('session.reminded', { kind: 'h48' })),
      ['client@ sessionReminder'],
    ],
    [
      'a day ahead',
      SESSION_PLANS['session.reminded'](event('session.reminded', { kind: 'h24' })),
      ['client! PREPARATION_DUE', 'client@ sessionPreparation'],
    ],
    [
      'three hours ahead',
      SESSION_PLANS['session.reminded'](event('session.reminded', { kind: 'h3' })),
      ['client^ SESSION_SOON, else @ sessionSoon'],
    ],
    [
      'a session about to start',
      SESSION_PLANS['session.starting'](event('session.starting')),
      ['coach! 10_MINS_TO_START', 'client! 10_MINS_TO_START'],
    ],
    [
      'a closing',
      SESSION_PLANS['session.closed'](event('session.closed', { outcome: 'completed' })),
      ['client! SESSION_CLOSED', BOTH, '~coach+client action'],
    ],
  ]

  test.each(told)('%s', (_, effects, expected) => {
    expect(effects.map(short)).toEqual(expected)
    for (const effect of effects) {
      if (effect.kind === 'notify') expect(NotificationType.options).toContain(effect.type)
    }
  })

  test('every session event is told of above', () => {
    const types = Object.keys(SESSION_PLANS).filter((type) => type.startsWith('session.'))
    // Further ways: booked 3, confirmed 1, cancelled 2, moved 3, reminded 2.
    expect(told.length - 11).toBe(types.length)
  })

  test('a calendar that changed is refetched, silently', () => {
    const changed = SESSION_PLANS['calendar.changed']({
      type: 'calendar.changed',
      coachId,
      actorUserId: coachId,
      subjectId: coachId,
      payload: {},
    })
    expect(changed.map(short)).toEqual(['~coach calendar'])
  })
})
