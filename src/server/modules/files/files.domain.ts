import { DAY_MS, HOUR_MS, type EpochMs, epochMs } from '#time/clock.ts'

/** What pictures are kept for, and the box each is made to fit (product §6, §7, §18). */
export const PICTURES = {
  photo: { width: 512, height: 512, fit: 'cover' },
  logo: { width: 640, height: 240, fit: 'inside' },
  clientPhoto: { width: 512, height: 512, fit: 'cover' },
  groupPhoto: { width: 512, height: 512, fit: 'cover' },
} as const

export type PictureKind = keyof typeof PICTURES

/**
 * Until when an address given at `now` opens its file: the end of tomorrow in UTC. All of a day's addresses of one
 * file are the same, so that browsers keep it, and none lives longer than two days.
 */
export function addressEnd(now: EpochMs): EpochMs {
  return epochMs((Math.floor(now / DAY_MS) + 2) * DAY_MS)
}

/** Whether bytes without a row are left over: young ones may belong to an upload that is under way. */
export function isLeftOver(storedAt: EpochMs, now: EpochMs): boolean {
  return now - storedAt > HOUR_MS
}
