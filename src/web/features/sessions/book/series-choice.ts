import type { Occurrence } from '#contract/sessions/session-series.ts'
import { isBookable } from '#web/widgets/session/time-warnings.ts'

/**
 * What becomes of single starts of a series, by the start the rule gives them: left out, or moved to another one. A rule
 * that changes keeps what was decided of the starts it still has.
 */
export type SeriesChoice = Readonly<Record<string, 'skip' | { startsAt: string }>>

/** Whether a start may stand as it is decided: not in the way of one of the coach's sessions, or settled. */
function isSettled({ startsAt, warnings }: Occurrence, choice: SeriesChoice): boolean {
  return choice[startsAt] !== undefined || isBookable(warnings)
}

/** The starts that still clash with one of the coach's own sessions. */
export function unsettled(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence[] {
  return occurrences.filter((each) => !isSettled(each, choice))
}

/** Those that would be booked, and what a coach should know of them; a moved one stands where it is free. */
export function standing(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence[] {
  return occurrences.filter(({ startsAt }) => choice[startsAt] !== 'skip')
}

/** What a coach should know before booking knowingly; what was moved stands where it is free. */
export function toKnow(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence['warnings'] {
  return occurrences
    .filter(({ startsAt }) => choice[startsAt] === undefined)
    .flatMap(({ warnings }) => warnings)
}

/** The choice as the wire takes it: by place, and of the starts there are. */
export function seriesBody(occurrences: readonly Occurrence[], choice: SeriesChoice) {
  const decisions = occurrences.flatMap(({ position, startsAt }) => {
    const what = choice[startsAt]
    return what === undefined ? [] : [{ position, what }]
  })
  const skip = decisions.filter(({ what }) => what === 'skip').map(({ position }) => position)
  const moved = decisions.flatMap(({ position, what }) =>
    what === 'skip' ? [] : [{ position, startsAt: what.startsAt }],
  )
  return { ...(skip.length > 0 && { skip }), ...(moved.length > 0 && { moved }) }
}

/** The choice with one start decided anew; undefined leaves it to the rule again. */
export function decided(
  choice: SeriesChoice,
  startsAt: string,
  what: SeriesChoice[string] | undefined,
): SeriesChoice {
  const { [startsAt]: _before, ...rest } = choice
  return what === undefined ? rest : { ...rest, [startsAt]: what }
}
