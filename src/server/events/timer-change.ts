import type { IsoInstant } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { TimerCommand } from '../domain-events.ts'

/** A change of what the clock will do; made in the event's own transaction. */
export type TimerChange =
  | { kind: 'set'; key: string; dueAt: EpochMs; command: TimerCommand }
  /** Set again, it waits for more, at most as long as the first one said, whose `first` is kept. */
  | { kind: 'gather'; key: string; dueAt: EpochMs; command: GatheringCommand }
  | { kind: 'drop'; key: string }

/** A command that stands for several things that happen within a short time. */
type GatheringCommand = Extract<TimerCommand, { first: { latestAt: IsoInstant } }>
