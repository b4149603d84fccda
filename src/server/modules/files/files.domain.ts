import { DAY_MS, HOUR_MS, type EpochMs, epochMs } from '#time/clock.ts'

/** The kinds of pictures, with the size of each (product §6, §7, §18). */
export const PICTURES = {
  photo: { width: 512, height: 512, fit: 'cover' },
  logo: { width: 640, height: 240, fit: 'inside' },
  clientPhoto: { width: 512, height: 512, fit: 'cover' },
  groupPhoto: { width: 512, height: 512, fit: 'cover' },
} as const

export type PictureKind = keyof typeof PICTURES

/**
 * Until when an address created at `now` is valid: the end of tomorrow in UTC. All of a day's addresses of one file are
 * equal, so that browsers cache it, and none is valid for more than two days.
 */
export function addressEnd(now: EpochMs): EpochMs {
  return epochMs((Math.floor(now / DAY_MS) + 2) * DAY_MS)
}

/** Whether bytes without a row are orphaned: recent ones may belong to an upload in progress. */
export function isLeftOver(storedAt: EpochMs, now: EpochMs): boolean {
  return now - storedAt > HOUR_MS
}
