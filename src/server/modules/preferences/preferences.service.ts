import type { Transaction } from 'kysely'
import {
  CHANNELS_OF,
  NewsKind,
  type NewsPreferences,
  type NewsPreferencesPart,
} from '#contract/account/news-preferences.ts'
import type { UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { changeTimers } from '#server/events/timers.ts'
import { found } from '../../refusal.ts'
import { nextDailyAt } from './quiet-hours.domain.ts'
import * as settings from './settings.repository.ts'
import * as switches from './switches.repository.ts'

const MATRIX_KINDS = NewsKind.exclude(['daily'])

/** GET: through which channels and when the person is told of what. */
export async function getNewsPreferences(deps: Deps, { userId, email }: Actor): Promise<NewsPreferences> {
  const [{ quiet, daily }, off] = await Promise.all([
    settings.findTimes(deps.db, userId),
    switches.listOff(deps.db, { userId, email }),
  ])
  const isOn = (kind: NewsKind, channel: switches.Switch['channel']) =>
    !off.some((cell) => cell.kind === kind && cell.channel === channel)
  const cells = MATRIX_KINDS.options.map(
    (kind) => [kind, { email: isOn(kind, 'email'), push: isOn(kind, 'push') }] as const,
  )
  return {
    kinds: Object.fromEntries(cells) as NewsPreferences['kinds'],
    quiet,
    // The link in the summary's mail switches it off like any other kind.
    daily: { ...daily, on: daily.on && isOn('daily', 'email') },
  }
}

/** Changes what is given, in the transaction of the other settings; what the person's matrix does not have is left out. */
export async function putNewsPreferences(
  deps: Deps,
  tx: Transaction<DB>,
  { userId, userType }: Actor,
  { kinds = {}, quiet, daily }: NewsPreferencesPart,
): Promise<void> {
  const { email } = found(await settings.lockPerson(tx, userId), 'user.not_found')
  const matrix: Partial<Record<NewsKind, readonly string[]>> = CHANNELS_OF[userType]
  const chosen = MATRIX_KINDS.options.flatMap((kind) =>
    Object.entries(kinds[kind] ?? {})
      .filter(([channel, on]) => on !== undefined && matrix[kind]?.includes(channel))
      .map(([channel, on]) => ({ cell: { kind, channel } as switches.Switch, on })),
  )
  const all = daily ? [...chosen, { cell: DAILY, on: daily.on }] : chosen
  const cellsOf = (wanted: boolean) => all.filter(({ on }) => on === wanted).map(({ cell }) => cell)
  await switches.switchOff(tx, { userId }, cellsOf(false), deps.clock.now())
  await switches.switchOn(tx, { userId, email }, cellsOf(true))
  if (!quiet && !daily) return
  const before = await settings.findTimes(tx, userId)
  await settings.putTimes(tx, userId, { quiet: quiet ?? before.quiet, daily: daily ?? before.daily })
  if (daily) await keepDaily(deps, tx, userId)
}

const DAILY = { kind: 'daily', channel: 'email' } as const satisfies switches.Switch

/** Sets the timer of a person's next summary, or drops it: part of every change of its hour or of their zone. */
export async function keepDaily(deps: Deps, tx: Transaction<DB>, userId: UserId): Promise<void> {
  const daily = await settings.findDaily(tx, userId)
  const key = `summary.send:${userId}`
  await changeTimers(tx, [
    daily
      ? {
          kind: 'set',
          key,
          dueAt: nextDailyAt(daily.at, daily.timezone, deps.clock.now()),
          command: { type: 'summary.send', userId },
        }
      : { kind: 'drop', key },
  ])
}
