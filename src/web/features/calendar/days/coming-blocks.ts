import type { BlockDto } from '#contract/calendar/time-blocks.ts'

/** A single block, or the next one of a series with the number of upcoming ones, unless it repeats without end. */
export type ComingBlock = { next: BlockDto; count: number; endless: boolean }

/** Blocked time from now on, soonest first; a series is listed once, by its next block. */
export function comingBlocks(blocks: readonly BlockDto[]): ComingBlock[] {
  const found = new Map<string, ComingBlock>()
  for (const block of [...blocks].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))) {
    const key = block.seriesId ?? block.id
    const known = found.get(key)
    if (known) known.count += 1
    else found.set(key, { next: block, count: 1, endless: block.endless })
  }
  return [...found.values()]
}
