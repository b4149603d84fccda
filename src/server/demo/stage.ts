import { type EpochMs, fixedClock, toIso } from '#time/clock.ts'
import { type Deps, withTestPayments } from '../deps.ts'
import { runAllDue } from '../effects/work.ts'
import type { Mail } from '../platform/mails/mailer.ts'
import { seededRandom } from './seed.ts'

/**
 * The product on a clock that is moved from event to event, so that everything it writes has the date on which it would
 * have happened.
 */
export type Stage = {
  /** The deps the services are called with. */
  deps: Deps
  /** Schedules an act at an instant of the past; acts of one instant run in the order they were added. */
  on(at: EpochMs, act: () => Promise<unknown>): void
  /** Runs what is queued and due now, for acts that wait for a mail. */
  settle(): Promise<void>
  /** The newest mail to an address. */
  mailed(to: string): Mail
  /** Whole numbers from `from` to `to`, both included, the same on every run. */
  between(from: number, to: number): number
  /** Runs all scheduled acts in order of time, with their effects. */
  play(): Promise<void>
}

const SEED = 20_270_202
/** More than the demo has. */
const MAILS_A_DAY = 1_000_000

/** `keepMail` decides which mails reach the outbox; the others would only fill it with the past. */
export function createStage(real: Deps, now: EpochMs, keepMail: (at: EpochMs) => boolean): Stage {
  const random = seededRandom(SEED)
  const clock = fixedClock(now)
  const newest = new Map<string, Mail>()
  const events: { at: EpochMs; order: number; act: () => Promise<unknown> }[] = []
  const deps: Deps = {
    // The same data with any settings: paid in test mode, and no mail is delayed by the limit.
    ...withTestPayments(real),
    clock,
    config: { ...real.config, trialDays: 0, mailsPerCoachPerDay: MAILS_A_DAY },
    newId: <Id extends string>() => seededId(clock.now(), random) as Id,
    mailer: {
      ...real.mailer,
      async send(mail) {
        newest.set(mail.to, mail)
        if (keepMail(clock.now())) await real.mailer.send(mail)
      },
      close: () => undefined,
    },
  }

  const settle = () => runAllDue(deps)

  /** Fires every timer due before `until` at its own time. */
  async function passTime(until: EpochMs): Promise<void> {
    for (let last: string | undefined; ;) {
      const next = await deps.db
        .selectFrom('timers')
        .select(['key', 'due_at'])
        .orderBy('due_at')
        .orderBy('key')
        .limit(1)
        .executeTakeFirst()
      if (!next || next.due_at > until) return
      if (next.key === last) throw new Error(`The timer ${last} did not go off`)
      last = next.key
      clock.set(next.due_at)
      await settle()
    }
  }

  return {
    deps,
    on(at, act) {
      assertPast(at, now)
      events.push({ at, order: events.length, act })
    },
    settle,
    mailed(to) {
      const mail = newest.get(to)
      if (!mail) throw new Error(`No mail went to ${to}`)
      return mail
    },
    between: (from, to) => from + Math.floor(random() * (to - from + 1)),
    async play() {
      for (const { at, act } of events.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
        await passTime(at)
        clock.set(at)
        await act()
        await settle()
      }
      await passTime(now)
    },
  }
}

/** The demo data has a past and plans, but no future: nothing happens after `now`. @throws RangeError */
export function assertPast(at: EpochMs, now: EpochMs): void {
  if (at > now) throw new RangeError(`${toIso(at)} is after ${toIso(now)}`)
}

/** A UUIDv7 (RFC 9562 §5.7) from the seed, so that the demo always has the same addresses. */
function seededId(now: EpochMs, random: () => number): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
  const time = now.toString(16).padStart(12, '0')
  const variant = (8 + Math.floor(random() * 4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`
}
