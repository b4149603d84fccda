import type { Occurrence } from '#contract/session-series.ts'
import { isBookable } from '#web/widgets/time-warnings.ts'

/** What becomes of single starts of a series, by their place in it: left out, or moved to another start. */
export type SeriesChoice = Readonly<Record<number, 'skip' | { startsAt: string }>>

/** Whether a start may stand as it is decided: not in the way of one of the coach's sessions, or settled. */
function isSettled({ position, warnings }: Occurrence, choice: SeriesChoice): boolean {
  return choice[position] !== undefined || isBookable(warnings)
}

/** The starts that still clash with one of the coach's own sessions. */
export function unsettled(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence[] {
  return occurrences.filter((each) => !isSettled(each, choice))
}

/** Those that would be booked, and what a coach should know of them; a moved one stands where it is free. */
export function standing(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence[] {
  return occurrences.filter(({ position }) => choice[position] !== 'skip')
}

/** What a coach should know before booking knowingly; what was moved stands where it is free. */
export function toKnow(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence['warnings'] {
  return occurrences
    .filter(({ position }) => choice[position] === undefined)
    .flatMap(({ warnings }) => warnings)
}

/** The choice as the wire takes it. */
export function seriesBody(choice: SeriesChoice) {
  const entries = Object.entries(choice).map(([position, what]) => ({ position: Number(position), what }))
  const skip = entries.filter(({ what }) => what === 'skip').map(({ position }) => position)
  const moved = entries.flatMap(({ position, what }) =>
    what === 'skip' ? [] : [{ position, startsAt: what.startsAt }],
  )
  return { ...(skip.length > 0 && { skip }), ...(moved.length > 0 && { moved }) }
}

/** The choice with one start decided anew; undefined leaves it to the rule again. */
export function decided(
  choice: SeriesChoice,
  position: number,
  what: SeriesChoice[number] | undefined,
): SeriesChoice {
  const { [position]: _before, ...rest } = choice
  return what === undefined ? rest : { ...rest, [position]: what }
}
