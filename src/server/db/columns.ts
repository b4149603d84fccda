import type { ColumnType } from 'kysely'
import type { EpochMs } from '#time/clock.ts'

/** The type of an instant column when written; only `toTimestamp` of platform/postgres/postgres.ts creates one. */
export type TimestampParam = EpochMs & { readonly __sql: 'timestamptz' }

/** A `timestamptz`: read as an instant, only written through `toTimestamp`. */
export type TimestampColumn = ColumnType<EpochMs, TimestampParam, TimestampParam>
