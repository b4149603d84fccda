import type { DomainEvent, DomainEventType, Side } from '../domain-events.ts'
import type { Effect, KeyedEffect } from './effect.ts'

// The first release identified an effect by its index in the plan of its event. Jobs and marks of that release still
// have those indexes, which today's plans do not give any more.

type EffectName = `${KeyedEffect['kind']}:${KeyedEffect['to']}`

const ASKED: readonly EffectName[] = ['notify:coach', 'mail:coach']
const TOLD: readonly EffectName[] = ['notify:client', 'mail:client']
const TOLD_AND_SENT: readonly EffectName[] = ['notify:coach', 'mail:coach', 'mail:client']
const PERSON: readonly EffectName[] = ['mail:person']
const MAILED: readonly EffectName[] = ['mail:client']

const LISTS: {
  readonly [Type in DomainEventType]?: readonly EffectName[] | Record<Side, readonly EffectName[]>
} = {
  'email.code_requested': ['mail:coach'],
  'account.recovery_requested': PERSON,
  'account.password_changed': PERSON,
  'account.google_linked': PERSON,
  'account.google_unlinked': PERSON,
  'account.email_change_requested': PERSON,
  'account.email_changed': PERSON,
  'client.invited': MAILED,
  'client.paused': MAILED,
  'client.finished': MAILED,
  'invitation.code_requested': MAILED,
  'invitation.accepted': ['notify:coach'],
  'invitation.declined': ['notify:coach'],
  'group.moved': MAILED,
  'group.member_added': MAILED,
  'session.requested': ASKED,
  'session.booked': { coach: TOLD, client: TOLD_AND_SENT },
  'session.confirmed': { coach: TOLD, client: TOLD_AND_SENT },
  'session.proposed': TOLD,
  'session.rejected': TOLD,
  'session.cancelled': { coach: TOLD, client: TOLD_AND_SENT },
  'session.calledOff': ['notify:client'],
  'session.expired': ['notify:coach', 'notify:client', 'mail:coach', 'mail:client'],
  'session.rescheduled': { coach: TOLD, client: TOLD_AND_SENT },
  'session.move_requested': ASKED,
  'session.move_declined': TOLD,
  'session.excused': ASKED,
  'session.summary_mailed': ['mail:attended'],
  'session.starting': ['notify:coach', 'notify:client'],
  'session.closed': ['notify:client'],
}

/** The index of an effect in the first release's plan of its event; undefined for newer effects. */
export function firstIndexOf(event: DomainEvent, effect: KeyedEffect): number | undefined {
  const index = listOf(event).indexOf(`${effect.kind}:${effect.to}`)
  return index < 0 ? undefined : index
}

/** The effect at an index of the first release, as in today's plan; undefined if it was removed. */
export function effectAtFirstIndex(
  event: DomainEvent,
  effects: readonly Effect[],
  index: number,
): Effect | undefined {
  const wanted = listOf(event)[index]
  // A mail of then may be a push by now, with the mail for those whose browsers take none.
  const asThen = effects.map((effect): Effect => {
    const { kind, to } = effect
    return kind === 'push' && effect.otherwise ? { kind: 'mail', to, template: effect.otherwise } : effect
  })
  return asThen.find((effect) => effect.kind !== 'changed' && `${effect.kind}:${effect.to}` === wanted)
}

function listOf(event: DomainEvent): readonly EffectName[] {
  if (event.type === 'session.reminded') return event.payload.kind === 'h24' ? TOLD : MAILED
  const list = LISTS[event.type] ?? []
  if (!('coach' in list)) return list
  const isCoach = 'by' in event.payload ? event.payload.by === 'coach' : event.actorUserId === event.coachId
  return list[isCoach ? 'coach' : 'client']
}
