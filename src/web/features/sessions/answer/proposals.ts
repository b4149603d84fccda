import type { EpochMs } from '#time/clock.ts'

/** Most times a coach offers for one request (product §9). */
export const MOST_PROPOSALS = 3

export const isFull = (chosen: readonly EpochMs[]): boolean => chosen.length >= MOST_PROPOSALS

/** Puts a start among the chosen ones, in their order in time, or takes it out; beyond three nothing is put in. */
export function toggled(chosen: readonly EpochMs[], start: EpochMs): readonly EpochMs[] {
  if (chosen.includes(start)) return chosen.filter((each) => each !== start)
  return isFull(chosen) ? chosen : [...chosen, start].sort((a, b) => a - b)
}
