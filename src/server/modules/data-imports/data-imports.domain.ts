import { IMPORT_KEPT_HOURS, type ImportRefusal, type ImportState } from '#contract/account/data-imports.ts'
import { DAY_MS, HOUR_MS, type EpochMs, epochMs } from '#time/clock.ts'

/** Most archives that a person has read in a day: each is read three times. */
export const MOST_A_DAY = 10

/** How often reading an archive is begun before it counts as failed. */
export const MOST_ATTEMPTS = 4

/** How often a person has an archive read again that could not be read. */
export const MOST_RESTARTS = 2

/** Whether an archive may be read again: it failed, and that was not too often. */
export const canRestart = ({ state, restarts }: { state: ImportState; restarts: number }): boolean =>
  state === 'failed' && restarts < MOST_RESTARTS

/** What an archive has beside the files of a practice: its rows, three times, and the pages it is read with. */
const ROWS_BYTES = 512 * 1_048_576

/** What has to be free on the disk beside an archive and its files. */
export const RESERVED_BYTES = 500 * 1_048_576

/** The largest archive that is taken: one whose files find room in the practice. */
export const mostBytes = (quotaBytes: number): number => quotaBytes + ROWS_BYTES

/** The beginning of the day that `MOST_A_DAY` counts. */
export const countedSince = (now: EpochMs): EpochMs => epochMs(now - DAY_MS)

/** When the bytes of an archive that is announced now are deleted. */
export const expiryOf = (now: EpochMs): EpochMs => epochMs(now + IMPORT_KEPT_HOURS * HOUR_MS)

/** Where in an archive something is: a table and the number of its row, from 1, or the name of a file. */
export type Place = { table?: string; row?: number; file?: string }

/** Something in an archive is not as it has to be. Nothing is changed. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly code: ImportRefusal
  readonly place: Place

  constructor(code: ImportRefusal, place: Place = {}) {
    super(code)
    this.code = code
    this.place = place
  }
}

/** How much of reading an archive is done, 0 to 99: its rows are looked at, then its files stored, then its rows. */
export const PROGRESS = { looked: 15, stored: 85 } as const

/** How much is done while the files are stored. */
export function progressOf({ done, all }: { done: number; all: number }): number {
  const { looked, stored } = PROGRESS
  return looked + Math.floor((all === 0 ? 1 : Math.min(done / all, 1)) * (stored - looked))
}
