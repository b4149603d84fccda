import { expect, onTestFinished, test } from 'vitest'
import { type TestDatabase, openEmptyDatabase } from '#test/support/database.ts'
import { FIRST_RELEASE, unpackRelease } from '#test/support/releases/kept-releases.ts'
import { startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { nameIn, operator } from '../backup/operator.ts'
import { dataFolder } from '../data-folder.ts'

// Before an upgrade this release makes backups of what an earlier one left, and restores them: commands that note themselves
// in an audit log which is not there yet.
const folder = dataFolder()

// @spec P.370
test('a backup of the first release is restored by the command, backed up as it is, and opened by a start', async () => {
  const database = await openEmptyDatabase()
  onTestFinished(() => database.close())
  const backups = `${folder.path}/kept`
  await unpackRelease(FIRST_RELEASE, backups)
  const env = {
    DATA_DIR: `${folder.path}/data`,
    DATABASE_URL: database.url,
    BACKUP_DIR: backups,
    TOKEN_SECRET,
  }
  const restored = await operator('restore', env)
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Start Norte with these settings') })
  const made = await operator('backup', env)
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ /m) })
  expect(nameIn(made.out)).not.toBe(nameIn(restored.out))
  const server = await startServer({ env: { ...env, PAYMENT_PROVIDER: 'off' } })
  expect((await server.stop()).code).toBe(0)
  // From now on there is a log.
  expect(await operator('backup', env)).toMatchObject({ code: 0 })
  const place = await openEmptyDatabase()
  onTestFinished(() => place.close())
  const elsewhere = { ...env, DATA_DIR: `${folder.path}/elsewhere`, DATABASE_URL: place.url }
  expect(await operator('restore', elsewhere)).toMatchObject({ code: 0 })
  const noted = async ({ pool }: TestDatabase) => {
    const sql = `select detail from audit_entries where kind = 'operator.acted' order by id`
    const { rows } = await pool.query<{ detail: string }>(sql)
    return rows.map(({ detail }) => (JSON.parse(detail) as { command: string }).command)
  }
  expect(await noted(database)).toEqual([expect.stringMatching(/^backup 20/)])
  expect(await noted(place)).toEqual(['restore the newest backup'])
})
