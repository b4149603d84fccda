import type { DB } from '../schema.ts'
import { ACCOUNT_TABLES, PASSING_TABLES } from './account-tables.ts'
import { COACHING_TABLES } from './coaching-tables.ts'
import { PRACTICE_TABLES } from './practice-tables.ts'
import { SESSION_TABLES } from './session-tables.ts'
import type { TableMarks } from './table-marks.ts'

/**
 * Whose every column of the database is. What a person takes along and what goes with them is read from here alone, so a
 * new table or column does not compile until somebody has said whose it is; `data-map.db.test.ts` compares it with the
 * database.
 */
export const DATA_MAP: Record<keyof DB, TableMarks> = {
  ...ACCOUNT_TABLES,
  ...PASSING_TABLES,
  ...PRACTICE_TABLES,
  ...SESSION_TABLES,
  ...COACHING_TABLES,
}
