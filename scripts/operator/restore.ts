// Restores a backup of BACKUP_DIR into an empty place: DATA_DIR, and the database of DATABASE_URL and the bucket of S3 if
// they are set. Norte does not run there meanwhile.
//
//   npm run restore             the newest one
//   npm run restore -- NAME
import { parseArgs } from 'node:util'
import { parseConfig } from '#server/config.ts'
import { folderOf } from '#server/backup/parts.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { sentenceOfRestore } from '#server/platform/backup/backup-fault.ts'
import { readBackupKey } from '#server/platform/backup/encryption.ts'
import { StartFailure } from '#server/start-failure.ts'
import { openTerminal } from '#server/terminal.ts'
import { noteCommand } from './note-command.ts'
import { fail } from '../setup/project.mjs'

process.umask(0o077)
const name = asked()
// Those of the installation that is restored may lie in the backup.
const settings = parseConfig(process.env, [], { withoutSecrets: true })
if (settings.problems) fail(...settings.problems.map((problem) => `${problem.name}: ${problem.rule}`))
const { backups, dataDir, databaseUrl, s3 } = settings.config
try {
  const key = backups.key === undefined ? undefined : await readBackupKey(backups.key)
  const say = (line: string) => console.log(line)
  const done = await restoreBackup({
    folder: folderOf(settings.config),
    name,
    key,
    dataDir,
    databaseUrl,
    s3,
    say,
    onRestored: (connection) => noteCommand(connection, `restore ${name ?? 'the newest backup'}`),
  })
  const { tables, rows, files, jobs, takenAt } = done
  console.log(`✓ ${done.name}  ${tables} tables, ${rows} rows, ${files} files, ${jobs} waiting jobs`)
  console.log(`Everything is as it was at ${takenAt}. Start Norte with these settings.`)
} catch (error) {
  if (error instanceof StartFailure) openTerminal({ language: 'en-US' }).complain(error)
  else console.error(sentenceOfRestore(error, dataDir))
  process.exitCode = 1
}

function asked(): string | undefined {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} })
    if (positionals.length > 1) throw new Error()
    return positionals[0]
  } catch {
    return fail('Usage: npm run restore [-- NAME]')
  }
}
