// One scheduled backup (backup/scheduled-backups.ts): started by a worker with the moment since which it is due, with the
// same settings. It ends with the worker.
import { setPriority } from 'node:os'
import { epochMs } from '#time/clock.ts'
import { sentenceOf } from '../platform/backup/backup-fault.ts'
import { type BackupMessage, makeBackup } from '../backup/make-backup.ts'
import { partsOf } from '../backup/parts.ts'
import { parseConfig } from '../config.ts'

/** Requests come first. */
const NICE = 10

process.umask(0o077)
process.once('disconnect', () => process.exit(1))
setPriority(NICE)
const answer = await run(Number(process.argv[2]))
process.send?.(answer, () => process.exit(0))

async function run(due: number): Promise<BackupMessage> {
  const settings = parseConfig(process.env, [])
  if (settings.problems)
    return { failed: settings.problems.map(({ name, rule }) => `${name}: ${rule}`).join(', ') }
  const { config } = settings
  try {
    const made = await makeBackup(await partsOf(config, epochMs(due)))
    return { made: typeof made === 'string' ? undefined : made }
  } catch (error) {
    return { failed: sentenceOf(error, config.backups.folder ?? '') }
  }
}
