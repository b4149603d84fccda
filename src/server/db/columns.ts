import type { ColumnType } from 'kysely'
import type { EpochMs } from '#time/clock.ts'

/** What an instant column takes when written; only `toTimestamp` of platform/postgres.ts makes one. */
export type TimestampParam = EpochMs & { readonly __sql: 'timestamptz' }

/** A `timestamptz`: read as an instant, written through `toTimestamp` alone. */
export type TimestampColumn = ColumnType<EpochMs, TimestampParam, TimestampParam>
