import type { NewsChannel, NewsKind } from '#contract/account/news-preferences.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import { quietUntil } from './quiet-hours.domain.ts'
import { findTimes } from './settings.repository.ts'
import { type Addressee, isOff } from './switches.repository.ts'

/** What the daily summary counts: single mails of it are left out while it is on. */
const IN_SUMMARY: readonly NewsKind[] = ['messages']

/** Whether a person is told of something through a channel at all. */
export async function isWanted(
  deps: Deps,
  to: Addressee,
  kind: NewsKind,
  channel: NewsChannel,
): Promise<boolean> {
  if (await isOff(deps.db, to, kind, channel)) return false
  if (channel !== 'email' || to.userId === null || !IN_SUMMARY.includes(kind)) return true
  const { daily } = await findTimes(deps.db, to.userId)
  return !daily.on || isOff(deps.db, to, 'daily', 'email')
}

/** When the quiet hours of a person end; undefined outside of them, and for somebody without an account. */
export async function quietUntilOf(
  deps: Deps,
  { userId, timezone }: { userId: Addressee['userId']; timezone: string },
): Promise<EpochMs | undefined> {
  if (userId === null) return undefined
  const { quiet } = await findTimes(deps.db, userId)
  return quietUntil(quiet, timezone, deps.clock.now())
}
