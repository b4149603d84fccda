import type { DB } from '#server/db/schema.ts'
import { DATA_MAP } from '../data-map.ts'
import { exportedColumns } from '../table-marks.ts'
import { COACHING_RULES } from './coaching-rules.ts'
import type { TableRules } from './column-rules.ts'
import { HISTORY_RULES } from './history-rules.ts'
import { MESSAGE_RULES } from './message-rules.ts'
import { PEOPLE_RULES } from './people-rules.ts'
import { SESSION_RULES } from './session-rules.ts'

/**
 * How every table of a practice is read back from an archive, in an order in which each comes after those that it names.
 * Compared with the marks of the data map by `import-map.db.test.ts`.
 */
export const IMPORT_MAP: readonly TableRules[] = [
  ...PEOPLE_RULES,
  ...SESSION_RULES,
  ...COACHING_RULES,
  ...MESSAGE_RULES,
  ...HISTORY_RULES,
]

/** The tables that rows of another table name, those by a rule of the row among them (`import-map.db.test.ts`). */
export const NAMED_TABLES: ReadonlySet<string> = new Set(
  IMPORT_MAP.flatMap(({ columns }) =>
    Object.values(columns).flatMap((rule) =>
      rule.is === 'ref' && typeof rule.to === 'string' ? [rule.to as string] : [],
    ),
  ),
)

/** Tables of a practice that are not read back, each with the reason. */
export const NOT_READ_BACK: Partial<Record<keyof DB, string>> = {
  users: 'what clients say of themselves is theirs: they say it again in their new account',
  client_imports: 'files of clients that were looked at, kept for a day',
  external_calendars: 'its address is a secret, which no archive has',
  external_busy: 'read from the other calendar again',
  checkouts: 'payments are those of the account that paid',
  invoice_details: 'payments are those of the account that paid',
  payment_customers: 'payments are those of the account that paid',
  payment_entries: 'payments are those of the account that paid',
}

/** The tables whose rows an empty practice does not have. */
export const EMPTY_WITHOUT: readonly (keyof DB)[] = IMPORT_MAP.filter(({ isOfEmpty }) => !isOfEmpty).map(
  ({ name }) => name,
)

/** The tables of a practice that an archive may have. */
export const TABLES_OF_PRACTICE: ReadonlySet<string> = new Set(
  Object.entries(DATA_MAP).flatMap(([name, { rows }]) => (rows.practice === undefined ? [] : [name])),
)

/** The columns that an archive has of a table of a practice. */
export const columnsOfPractice = (name: keyof DB): readonly string[] =>
  exportedColumns(DATA_MAP[name], 'practice')
