// Makes a backup while Norte runs, or checks those that are there. The settings are the same ones, with BACKUP_DIR.
//
//   npm run backup
//   npm run backup -- --check [NAME]    reads the backups again, or one, and compares all sums
//   npm run backup -- --new-key         makes a key for BACKUP_KEY
import { parseArgs } from 'node:util'
import { parseConfig } from '#server/config.ts'
import { type MadeBackup, makeBackup } from '#server/backup/make-backup.ts'
import { folderOf, partsOf } from '#server/backup/parts.ts'
import { sentenceOf } from '#server/platform/backup/backup-fault.ts'
import { listBackups } from '#server/platform/backup/backup-files.ts'
import { checkBackup } from '#server/platform/backup/check-backup.ts'
import { newBackupKey } from '#server/platform/backup/encryption.ts'
import { listMigrations } from '#server/platform/postgres/migrate.ts'
import { databaseSentence } from './database-sentence.ts'
import { noteCommand } from './note-command.ts'
import { fail } from '../setup/project.mjs'

const USAGE = 'Usage: npm run backup [-- --check [NAME] | --new-key]'

process.umask(0o077)
const { check, newKey, name } = asked()
if (newKey) await printKey()
else {
  // Making a backup needs none of the secrets of a server, and checking not even a database.
  const settings = parseConfig(process.env, [], { withoutSecrets: true })
  if (settings.problems) fail(...settings.problems.map((problem) => `${problem.name}: ${problem.rule}`))
  const { config } = settings
  try {
    if (check) await checkAll(folderOf(config), name)
    else {
      const parts = await partsOf(config)
      const made = await makeBackup(parts)
      if (typeof made === 'string') fail('Another backup is under way: this one was not made')
      await noteCommand(parts.connection, `backup ${made.name}`)
      print(made)
    }
  } catch (error) {
    fail(databaseSentence(config, error) ?? sentenceOf(error, config.backups.folder ?? ''))
  }
}

function asked() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'check': { type: 'boolean' }, 'new-key': { type: 'boolean' } },
    })
    const tooMany = positionals.length > (values.check ? 1 : 0) || (values.check && values['new-key'])
    if (tooMany) throw new Error(USAGE)
    return { check: values.check, newKey: values['new-key'], name: positionals[0] }
  } catch {
    return fail(USAGE)
  }
}

async function printKey(): Promise<void> {
  const { recipient, identity } = await newBackupKey()
  console.log(`Public key, to make backups:           BACKUP_KEY=${recipient}`)
  console.log(`Secret key, to restore them:           BACKUP_KEY=${identity}`)
  console.log('Keep the secret key away from the server and from the backups: without it nobody opens them.')
}

function print({ name: made, tables, rows, files, bytes, removed, warnings }: MadeBackup): void {
  const uploads = `${files.count} files (${files.added} of them new)`
  console.log(`✓ ${made}  ${tables} tables, ${rows} rows, ${uploads}, ${inMegabytes(bytes)} written`)
  for (const old of removed) console.log(`  ${old}  removed (BACKUP_KEEP)`)
  for (const warning of warnings) console.log(`! ${warning}`)
}

async function checkAll(folder: string, one: string | undefined): Promise<void> {
  const names = await listBackups(folder)
  if (names.length === 0) fail(`There is no backup in ${folder}: is BACKUP_DIR right?`)
  if (one !== undefined && !names.includes(one)) fail(`There is no backup ${one} in ${folder}`)
  const migrations = await listMigrations()
  const seen = new Map<string, string | undefined>()
  for (const each of one === undefined ? names : [one]) {
    const { faults, manifest } = await checkBackup(folder, each, { migrations, seen })
    for (const fault of faults) console.log(`✗ ${fault}`)
    if (faults.length > 0 || !manifest) process.exitCode = 1
    else {
      console.log(`✓ ${each}  ${manifest.tables.length} tables, ${manifest.files.count} files`)
      if (manifest.leftOut.length > 0) console.log(`! Not in it, not Norte's: ${manifest.leftOut.join(', ')}`)
    }
  }
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
