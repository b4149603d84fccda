import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { earlierPractice } from '#test/support/earlier-schema.ts'
import { startServer } from '#test/support/server-process.ts'
import { dataFolder } from '../data-folder.ts'

const folder = dataFolder()
const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'operator', 'audit.ts')

// @spec P.333
test('the audit log is sealed by the worker, verified beside it, and shown to an operator (docs/self-hosting.md)', async () => {
  const database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.url }
  const server = await startServer({ env })
  const operator = async (...args: string[]) => {
    const options = { env: { PATH: process.env['PATH'], ...env } }
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], options)
    return stdout.trimEnd().split('\n')
  }
  const email = 'ana@correo.example'
  await earlierPractice(database)

  // Reading is noted itself: each reading shows the one before.
  expect(await operator('show', email, '--by=Luis')).toEqual([''])
  expect(await operator('show', email.toUpperCase())).toEqual([
    expect.stringMatching(/^\S+Z {2}operator\.read {2}Luis {2}\{"v":1,"command":"audit show"\} {2}\{\}$/),
  ])
  await expect(operator('show', 'nobody@correo.example')).rejects.toThrow('Nobody has the address')
  const wrong = [
    ['verify', email],
    ['show', email, '--head=x'],
  ].map((args) => expect(operator(...args)).rejects.toThrow('Usage: '))
  await Promise.all(wrong)
  await expect(operator('verify', '--head=abc')).rejects.toThrow('64 hexadecimal digits')

  // Norte's own first entry, and the two readings, which the worker seals.
  const sealed = () => database.db.selectFrom('audit_seals').select('seq').execute()
  await expect.poll(async () => (await sealed()).length).toBe(3)
  const [said, head] = await operator('verify')
  expect(said).toBe('3 entries verified, of which 0 without personal details')
  const hash = /^head ([\da-f]{64}) \(3\)$/.exec(head!)![1]!
  await operator('show', email)
  expect(await operator('verify', `--head=${hash}`)).toHaveLength(2)
  const unknown = operator('verify', `--head=${'0'.repeat(64)}`)
  await expect(unknown).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not contain this head'),
  })

  await sql`alter table audit_entries disable trigger user`.execute(database.db)
  await sql`update audit_entries set operator = 'Eva' where operator = 'Luis'`.execute(database.db)
  const broken = operator('verify')
  await expect(broken).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Broken: place \d, \d{4}-\S+Z: the entry, or its place, is not the one/),
  })
  await server.stop()
  await database.close()
})
