import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EFFECTS_QUEUE, MAILS_QUEUE, QUEUES } from '#server/events/queues.ts'
import { HopelessJob } from '#server/platform/jobs/hopeless-job.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createLogger } from '#server/platform/logger.ts'
import { type BackupWorld, openBackupWorld } from '#test/support/backups/world.ts'
import { earlierPractice } from '#test/support/earlier-schema.ts'
import { newId } from '#test/support/rows.ts'

// Each command of an operator that reads or changes what belongs to people, as a process, and what the audit log has of it.

const scripts = join(import.meta.dirname, '..', '..', '..', 'scripts', 'operator')
const ANA = 'ana@correo.example'
const BY = ['--by=Luis']
const WHY = [...BY, '--why=Convenio']
const ME = userInfo().username

/** A command with its arguments, and its entry: the kind, by whom, and the command or what it changed. */
type Given = [command: string, args: string[], kind: string, by: string, what?: string]

let world: BackupWorld
beforeEach(async () => {
  world = await openBackupWorld()
  await earlierPractice(world.database)
})
afterEach(() => world.close())

/** Gives commands one after the other, and looks after each at what was noted since the one before. */
async function give(commands: readonly Given[]): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: world.dataDir,
    BACKUP_DIR: world.folder,
    DATABASE_URL: world.database.url,
  }
  for (const [command, args, kind, by, what = command] of commands) {
    const before = await noted(world.database)
    const [script = '', ...words] = command.split(' ')
    const path = join(scripts, `${script}.ts`)
    await promisify(execFile)(process.execPath, [path, ...words, ...args], { env })
    expect((await noted(world.database)).slice(before.length), command).toEqual([`${kind} by ${by}: ${what}`])
  }
}

async function noted({ pool }: Pick<BackupWorld['database'], 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string; by: string; detail: string }>(
    `select kind, coalesce(operator, actor) as by, detail from audit_entries
     where kind <> 'log.began' order by id`,
  )
  return rows.map(({ kind, by, detail }) => {
    const { command, cause } = JSON.parse(detail) as { command?: string; cause?: string }
    const what = (command ?? cause ?? '').replace(/(?<=^backup ).*/, 'NAME')
    return `${kind} by ${by}: ${what}`
  })
}

/** Two jobs that were given up and one that is tried again. */
async function failingJobs(): Promise<{ givenUp: string[]; failing: string }> {
  const jobs = await createJobs(world.database.connection, {
    queues: QUEUES,
    log: createLogger('silent'),
    supervise: false,
  })
  const { db } = world.database
  await db.transaction().execute((tx) => jobs.enqueue(tx, EFFECTS_QUEUE, { v: 1, eventId: newId() }))
  await jobs.work(EFFECTS_QUEUE, { atOnce: 2, together: 2 }, () => Promise.reject(new HopelessJob('lost')))
  await jobs.work(MAILS_QUEUE, { atOnce: 1 }, () => Promise.reject(new Error('no answer')))
  await expect.poll(() => jobs.listGivenUp()).toHaveLength(2)
  await expect.poll(() => jobs.listFailing()).toHaveLength(1)
  const givenUp = (await jobs.listGivenUp()).map(({ id }) => id)
  const [failing] = await jobs.listFailing()
  await jobs.stop()
  return { givenUp, failing: failing!.id }
}

// @spec P.326
test('what an operator reads of people by a command is in the audit log, with who and by which', async () => {
  await give([
    ['given-up list', [], 'operator.read', ME],
    ['payments list', BY, 'operator.read', 'Luis'],
    ['payments unknown', BY, 'operator.read', 'Luis'],
    ['accounts show', [ANA], 'operator.read', ME],
    ['backup', [], 'operator.acted', ME, 'backup NAME'],
  ])
})

// @spec P.326
test('each command of an operator that reads or changes what belongs to people is in the audit log @long', async () => {
  const { givenUp, failing } = await failingJobs()
  const commands: Given[] = [
    ['given-up failing', [], 'operator.read', ME],
    ['given-up show', [failing], 'operator.read', ME],
    ['given-up retry-failing', [], 'operator.acted', ME],
    ['given-up retry', [givenUp[0]!], 'operator.acted', ME],
    ['given-up drop', [givenUp[1]!, ...WHY], 'operator.acted', 'Luis'],
    ['payments show', [ANA], 'operator.read', ME],
    ['payments reconcile', WHY, 'operator.acted', 'Luis'],
    ['payments end-exemption', [ANA, ...WHY], 'operator.read', 'Luis'],
    ['payments exempt', [ANA, ...WHY], 'payment.changed', 'Luis', 'exempted'],
    ['payments exempt', [ANA, ...WHY], 'operator.read', 'Luis'],
    ['payments end-exemption', [ANA, ...WHY], 'payment.changed', 'Luis', 'exemptionEnded'],
    ['payments mark-paid', [ANA, 'yearly', ...WHY], 'payment.changed', 'Luis', 'paid'],
    ['payments note-refund', [ANA, ...WHY], 'payment.changed', 'Luis', 'refunded'],
    ['payments note-refund', [ANA, ...WHY], 'operator.read', 'Luis'],
    ['accounts keep', [ANA, ...BY], 'operator.read', 'Luis'],
    ['accounts delete', [ANA, ...BY], 'account.deletion_asked', 'Luis', ''],
    ['accounts delete', [ANA, ...BY], 'operator.read', 'Luis'],
    ['accounts keep', [ANA, ...BY], 'account.kept', 'Luis', ''],
    ['audit show', [ANA, ...BY], 'operator.read', 'Luis'],
  ]
  await give(commands)
})

// A restore, which takes longer, is noted in what it brought back (test/runtime/backup/backup.test.ts).

/** Commands that read or change nothing of a person. */
const ABOUT_NOBODY = new Set(['audit verify'])

test('no command is left out here', () => {
  const here = readFileSync(import.meta.filename, 'utf8')
  const given = new Set([...here.matchAll(/^ +\['([\w -]+)', /gm)].map(([, command]) => command!))
  const named = readdirSync(scripts).flatMap((file) => {
    const text = readFileSync(join(scripts, file), 'utf8')
    if (!text.includes("from './beside-norte.ts'")) return []
    const usage = text.matchAll(/^\/\/ {3}node scripts\/operator\/[\w-]+\.ts \[?([a-z-]+)/gm)
    return [...usage].map(([, command]) => `${file.replace('.ts', '')} ${command}`)
  })
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((command) => !given.has(command) && !ABOUT_NOBODY.has(command))).toEqual([])
})
