import type { EpochMs } from '#time/clock.ts'

/** The most times a coach proposes for one request (product §9). */
export const MOST_PROPOSALS = 3

export const isFull = (chosen: readonly EpochMs[]): boolean => chosen.length >= MOST_PROPOSALS

/** Adds a start to the chosen ones, in order of time, or removes it; a fourth is not added. */
export function toggled(chosen: readonly EpochMs[], start: EpochMs): readonly EpochMs[] {
  if (chosen.includes(start)) return chosen.filter((each) => each !== start)
  return isFull(chosen) ? chosen : [...chosen, start].sort((a, b) => a - b)
}
