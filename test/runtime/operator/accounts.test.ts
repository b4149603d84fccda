import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { earlierPractice } from '#test/support/earlier-schema.ts'
import { startServer } from '#test/support/server-process.ts'
import { dataFolder } from '../data-folder.ts'

const folder = dataFolder()
const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'operator', 'accounts.ts')

// @spec P.343
test('an operator has an account deleted, or kept, for somebody who wrote (docs/self-hosting.md)', async () => {
  const database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.url }
  const server = await startServer({ env })
  const operator = async (...args: string[]) => {
    const options = { env: { PATH: process.env['PATH'], ...env } }
    return (await promisify(execFile)(process.execPath, [script, ...args], options)).stdout.trimEnd()
  }
  const email = 'ana@correo.example'
  await earlierPractice(database)

  expect(await operator('show', email)).toBe(`${email}: the account stays`)
  const line = `${email}: the account is deleted on `
  expect(await operator('delete', email.toUpperCase(), '--by=Luis')).toContain(line)
  expect(await operator('show', email, '--by=Luis')).toContain(line)
  expect(await operator('keep', email, '--by=Luis')).toBe(`${email}: the account stays`)
  const wrong = [['delete', email], ['keep', email, '--by= '], ['erase', email, '--by=Luis'], ['show'], []]
  await Promise.all(wrong.map((args) => expect(operator(...args)).rejects.toThrow('Usage: ')))
  await expect(operator('show', 'nobody@correo.example')).rejects.toThrow('Nobody has the address')
  await server.stop()
  await database.close()
})
