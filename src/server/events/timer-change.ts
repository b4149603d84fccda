import type { IsoInstant } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { TimerCommand } from '../domain-events.ts'

/** A change of a timer; made in the event's own transaction. */
export type TimerChange =
  | { kind: 'set'; key: string; dueAt: EpochMs; command: TimerCommand }
  /** If set again, it waits longer, but at most until the limit of the first one, whose `first` is kept. */
  | { kind: 'gather'; key: string; dueAt: EpochMs; command: GatheringCommand }
  | { kind: 'drop'; key: string }

/** A command for several events within a short time. */
type GatheringCommand = Extract<TimerCommand, { first: { latestAt: IsoInstant } }>
