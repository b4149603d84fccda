import { setting } from './setting.ts'
import { choice, connection, folder, integer, serviceOrigin, text } from './values.ts'

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
  REDIS_URL: setting(connection(['redis:', 'rediss:'], 'redis_url'), {
    presetDoc: 'the processes communicate through the database',
    secret: true,
    doc: 'Redis 6 or newer, through which several processes on one DATABASE_URL communicate: `redis://user:password@host:6379/0`, `rediss:` for TLS. The same for all of them.',
  }),
  STORAGE: setting(choice(['disk', 's3']), {
    preset: 'disk',
    doc: 'Where uploaded files lie: `disk` (DATA_DIR/files and DATA_DIR/resources) or `s3`, a bucket of any service that speaks S3. Both have the same folders, so that either can be copied to the other.',
  }),
  S3_ENDPOINT: setting(serviceOrigin(), {
    presetDoc: 'AWS, by the region',
    doc: 'Where the service is reached, `https://s3.example.org`; http only on this machine.',
  }),
  S3_REGION: setting(text(100), { preset: 'us-east-1', doc: 'Region of the bucket.' }),
  S3_BUCKET: setting(text(100), {
    doc: 'An existing bucket that only Norte uses. Required with STORAGE=s3.',
  }),
  S3_ACCESS_KEY_ID: setting(text(300), { doc: 'Key that may read, write, list and delete in the bucket.' }),
  S3_SECRET_ACCESS_KEY: setting(text(300), { secret: true, doc: 'The secret of that key.' }),
  DATABASE_POOL: setting(integer(6, 100), {
    preset: '10',
    doc: 'Most database connections of one process, besides one for each archive of data that it writes.',
  }),
}
