import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatted } from '../setup/format.ts'
import { at, root } from '../setup/project.mjs'

/** The file with the Kysely types of every table. */
export const schemaFile = at('src', 'server', 'db', 'schema.ts')

const generator = at('node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')

/** The content of that file for the database at `url`, by the rules of scripts/database/db-types.json. */
export async function schemaTypes(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-schema-'))
  try {
    const outFile = join(folder, 'schema.ts')
    const options = ['--config-file', 'scripts/database/db-types.json', '--url', url, '--out-file', outFile]
    await promisify(execFile)(process.execPath, [generator, ...options], { cwd: root })
    const made = await readFile(outFile, 'utf8')
    return await formatted(schemaFile, made)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the file is up to date. */
export async function schemaIsCurrent(url: string): Promise<boolean> {
  return (await readFile(schemaFile, 'utf8')) === (await schemaTypes(url))
}
