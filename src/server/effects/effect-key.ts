import type { ClientId } from '#contract/values.ts'
import type { KeyedEffect } from './effect.ts'
import type { StoredEvent } from '#server/events/stored-event.ts'
import { firstIndexOf } from './first-release.ts'

/**
 * The key under which an effect is marked as done for one recipient: by what it is, not by its position in the plan.
 * Events of the first release keep the keys of that release, so that nothing is repeated.
 */
export function effectKey(
  { id, event, version }: StoredEvent,
  effect: KeyedEffect,
  clientId?: ClientId,
): string {
  const index = version === 0 ? firstIndexOf(event, effect) : undefined
  const what = effect.kind === 'mail' ? effect.template : effect.type
  const name = index === undefined ? [effect.kind, effect.to, what] : [index]
  return [id, ...name, ...(clientId === undefined ? [] : [clientId])].join(':')
}
