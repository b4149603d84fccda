import type { DomainEvent, DomainEventType, Side } from '../domain-events.ts'
import type { Effect, KeyedEffect } from './effect.ts'

// The first release identified an effect by its index in the plan of its event. Jobs and marks of that release still
// have those indexes, which today's plans do not give any more.

type Place = `${KeyedEffect['kind']}:${KeyedEffect['to']}`

const ASKED: readonly Place[] = ['notify:coach', 'mail:coach']
const TOLD: readonly Place[] = ['notify:client', 'mail:client']
const TOLD_AND_SENT: readonly Place[] = ['notify:coach', 'mail:coach', 'mail:client']
const PERSON: readonly Place[] = ['mail:person']
const MAILED: readonly Place[] = ['mail:client']

const PLACES: { readonly [Type in DomainEventType]?: readonly Place[] | Record<Side, readonly Place[]> } = {
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
export function firstPlaceOf(event: DomainEvent, effect: KeyedEffect): number | undefined {
  const place = placesOf(event).indexOf(`${effect.kind}:${effect.to}`)
  return place < 0 ? undefined : place
}

/** The effect at an index of the first release, as in today's plan; undefined if it was removed. */
export function effectAtFirstPlace(
  event: DomainEvent,
  effects: readonly Effect[],
  place: number,
): Effect | undefined {
  const wanted = placesOf(event)[place]
  return effects.find((effect) => effect.kind !== 'changed' && `${effect.kind}:${effect.to}` === wanted)
}

function placesOf(event: DomainEvent): readonly Place[] {
  if (event.type === 'session.reminded') return event.payload.kind === 'h24' ? TOLD : MAILED
  const places = PLACES[event.type] ?? []
  if (!('coach' in places)) return places
  const isCoach = 'by' in event.payload ? event.payload.by === 'coach' : event.actorUserId === event.coachId
  return places[isCoach ? 'coach' : 'client']
}
