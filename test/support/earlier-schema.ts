import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, migrationsFolder } from '#server/platform/postgres/migrate.ts'
import type { TestDatabase } from './database.ts'

/** Empties a database and migrates it to the state before a migration, for rows of that time. */
export async function migrateBefore({ pool }: TestDatabase, migration: string): Promise<void> {
  await pool.query('drop schema public cascade; create schema public')
  const names = (await readdir(migrationsFolder())).toSorted()
  const folder = await mkdtemp(join(tmpdir(), 'norte-migrations-'))
  try {
    for (const name of names.slice(0, names.indexOf(migration))) {
      await copyFile(join(migrationsFolder(), name), join(folder, name))
    }
    await migrate(pool, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
