import { setting } from './setting.ts'
import { connection, folder, integer } from './values.ts'

/** Where data lies. */
export const STORAGE_SETTINGS = {
  DATA_DIR: setting(folder(), {
    preset: './data',
    doc: 'Folder for the embedded database, secrets, uploaded files and the outbox. Created with access for its owner only.',
  }),
  DATABASE_URL: setting(connection(['postgres:', 'postgresql:'], 'postgres_url'), {
    presetDoc: 'embedded PostgreSQL in DATA_DIR',
    secret: true,
    doc: 'An external PostgreSQL 15 or newer, `postgres://user:password@host/database`.',
  }),
  DATABASE_POOL: setting(integer(6, 100), { preset: '10', doc: 'Most database connections of one process.' }),
}
