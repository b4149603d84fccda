import {
  CHANNELS_OF,
  type NewsPreferences,
  type NewsPreferencesPart,
} from '#contract/account/news-preferences.ts'
import type { UserType } from '#contract/account/auth.ts'
import { keysOf } from '#contract/keys-of.ts'

/** The preferences after a change. */
export function withPart(
  known: NewsPreferences,
  { kinds = {}, ...times }: NewsPreferencesPart,
): NewsPreferences {
  const changed = keysOf(kinds).map((kind) => [kind, { ...known.kinds[kind], ...kinds[kind] }] as const)
  return { ...known, ...times, kinds: { ...known.kinds, ...Object.fromEntries(changed) } }
}

export type Row = keyof (typeof CHANNELS_OF)['coach'] | keyof (typeof CHANNELS_OF)['client']

/** The rows of a side's matrix, each with the channels that it has a switch for. */
export function rowsOf(side: UserType): { kind: Row; channels: readonly ('email' | 'push')[] }[] {
  return Object.entries(CHANNELS_OF[side]).map(([kind, channels]) => ({ kind: kind as Row, channels }))
}
