import type { Occurrence } from '#contract/sessions/session-series.ts'
import { fromIso, epochMs } from '#time/clock.ts'
import { spanFrom, type Span } from '#web/widgets/times/span.ts'
import { isBookable } from '#web/widgets/session/time-warnings.ts'

/**
 * Decisions about single starts of a series, keyed by the start the rule gives: skipped, or moved to another start. A
 * changed rule keeps the decisions about starts it still has.
 */
export type SeriesChoice = Readonly<Record<string, 'skip' | { startsAt: string }>>

/** Whether a start can be booked as decided: it does not clash with a session of the coach, or is settled. */
function isSettled({ startsAt, warnings }: Occurrence, choice: SeriesChoice): boolean {
  return choice[startsAt] !== undefined || isBookable(warnings)
}

/** The starts that still clash with a session of the coach. */
export function unsettled(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence[] {
  return occurrences.filter((each) => !isSettled(each, choice))
}

/** The times that would be booked, in order; a moved one counts, at its free time. */
export function toBook(occurrences: readonly Occurrence[], choice: SeriesChoice): Span[] {
  return occurrences
    .flatMap((each): Span[] => {
      const what = choice[each.startsAt]
      if (what === 'skip') return []
      const { start, end } = spanFrom(each)
      const moved = what && fromIso(what.startsAt)
      return [moved === undefined ? { start, end } : { start: moved, end: epochMs(moved + (end - start)) }]
    })
    .toSorted((a, b) => a.start - b.start)
}

/** The warnings of the starts that would be booked; a moved one has none. */
export function toKnow(occurrences: readonly Occurrence[], choice: SeriesChoice): Occurrence['warnings'] {
  return occurrences
    .filter(({ startsAt }) => choice[startsAt] === undefined)
    .flatMap(({ warnings }) => warnings)
}

/** The decisions for the API: by position, and only for existing starts. */
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

/** The choice with another decision about one start; undefined removes the decision. */
export function decided(
  choice: SeriesChoice,
  startsAt: string,
  what: SeriesChoice[string] | undefined,
): SeriesChoice {
  const { [startsAt]: _before, ...rest } = choice
  return what === undefined ? rest : { ...rest, [startsAt]: what }
}
