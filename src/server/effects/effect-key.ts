import type { ClientId } from '#contract/values.ts'
import type { KeyedEffect } from './effect.ts'
import type { StoredEvent } from '#server/events/stored-event.ts'
import { firstPlaceOf } from './first-release.ts'

/**
 * The key that an effect is done under, for one of its recipients: what it is, never where its plan lists it. Events of
 * the first release keep the keys of that time, so that what it did is not done again.
 */
export function effectKey(
  { id, event, version }: StoredEvent,
  effect: KeyedEffect,
  clientId?: ClientId,
): string {
  const place = version === 0 ? firstPlaceOf(event, effect) : undefined
  const what = effect.kind === 'mail' ? effect.template : effect.type
  const name = place === undefined ? [effect.kind, effect.to, what] : [place]
  return [id, ...name, ...(clientId === undefined ? [] : [clientId])].join(':')
}
