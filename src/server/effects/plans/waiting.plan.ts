import type { DomainEventOf, DomainEventType } from '#server/domain-events.ts'
import type { PlansOf } from '#server/effects/effect.ts'
import type { Told, ToldOf } from './told.ts'

type WaitingEventType = Extract<DomainEventType, `message.${string}` | `summary.${string}`>

/** What goes out because something waits for somebody: messages in a room (product §16), or what a day brings (§17). */
export const WAITING_PLANS: PlansOf<WaitingEventType> = {
  'message.waiting': ({ payload }) => [
    { kind: 'push', to: payload.side, type: 'NEW_MESSAGE' },
    { kind: 'mail', to: payload.side, template: 'messagesWaiting' },
  ],
  'summary.due': ({ payload }) => [
    { kind: 'mail', to: payload.clientId === null ? 'coach' : 'client', template: 'dailySummary' },
  ],
}

/** The reader, and the client or group of the room. */
export const WAITING_TOLD: ToldOf<WaitingEventType> = {
  'message.waiting': itsRoom,
  'summary.due': ({ payload }) => ({ client: payload.clientId }),
}

function itsRoom({ payload: { clientId, groupId } }: DomainEventOf<'message.waiting'>): Told {
  return { client: clientId, ...(groupId !== null && { group: groupId }) }
}
