import { inject } from 'vitest'
import { copyTemplate, createEmpty, type TestDatabase } from './postgres.ts'

export type { TestDatabase } from './postgres.ts'

/** A migrated, empty database for one test file, on the PostgreSQL of this run. `close` drops it. */
export function openTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('testServer'))
}

/** A database without a table, on the PostgreSQL of this run. `close` drops it. */
export function openEmptyDatabase(): Promise<TestDatabase> {
  return createEmpty(inject('testServer'))
}
