import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientId, UserId } from '#contract/values.ts'
import { migrate, migrationsFolder } from '#server/platform/postgres/migrate.ts'
import type { TestDatabase } from './database.ts'
import { newId } from './rows.ts'

/** Enough of a database: the embedded one has no more. */
type Earlier = Pick<TestDatabase, 'pool'>

/** Empties a database and migrates it to the state before a migration, for rows of that time. */
export async function migrateBefore({ pool }: Earlier, migration: string): Promise<void> {
  await pool.query('drop schema public cascade; create schema public')
  const names = (await readdir(migrationsFolder())).toSorted()
  const folder = await mkdtemp(join(tmpdir(), 'norte-migrations-'))
  try {
    if (!names.includes(migration)) throw new Error(`There is no migration ${migration}`)
    for (const name of names.slice(0, names.indexOf(migration))) {
      await copyFile(join(migrationsFolder(), name), join(folder, name))
    }
    await migrate(pool, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A coach with a client in the columns that every release has had. */
export async function earlierPractice({ pool }: Earlier): Promise<{ coachId: UserId; clientId: ClientId }> {
  const [coachId, clientId] = [newId<UserId>(), newId<ClientId>()]
  await pool.query(
    `insert into users (id, email, name, last_name, country, timezone, created_at, updated_at)
      values ($1, 'ana@correo.example', 'Ana', 'López', 'Mexico', 'UTC', now(), now())`,
    [coachId],
  )
  await pool.query(
    `insert into coaches (id, payment_status, created_at, updated_at) values ($1, 'active', now(), now())`,
    [coachId],
  )
  await pool.query(
    `insert into clients (id, coach_id, name, last_name, email, role, status, timezone, created_at, updated_at)
      values ($1, $2, 'Mariana', 'Torres', 'm@correo.example', 'client', 'invited', 'UTC', now(), now())`,
    [clientId, coachId],
  )
  return { coachId, clientId }
}
