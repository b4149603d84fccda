// The mails and other jobs that failed, for the operator: those that are tried again, and those that were given up. Norte
// keeps running meanwhile; the settings are the same ones. What is printed has ids and errors, no words or addresses of
// people.
//
//   node scripts/operator/given-up.ts [list] [--queue=mails] [--since=2026-12-01]
//   node scripts/operator/given-up.ts failing [--queue=mails] [--since=2026-12-01]
//   node scripts/operator/given-up.ts show JOB
//   node scripts/operator/given-up.ts retry [JOB] [--queue=mails] [--since=2026-12-01]
//   node scripts/operator/given-up.ts retry-failing [JOB] [--queue=mails] [--since=2026-12-01]
//   node scripts/operator/given-up.ts drop JOB --by=NAME --why=TEXT
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { auditOperator } from '#server/modules/audit/audit.service.ts'
import { QUEUES } from '#server/events/queues.ts'
import type { FailingJob, GivenUpJob, JobFilter } from '#server/platform/jobs/given-up-jobs.ts'
import { redact } from '#server/platform/logger.ts'
import { fromIso, toIso } from '#time/clock.ts'
import { besideNorte } from './beside-norte.ts'
import { operatorName } from './operator-name.ts'
import { fail } from '../setup/project.mjs'

const USAGE = `Usage: node scripts/operator/given-up.ts [list] [--queue=QUEUE] [--since=DATE]
       node scripts/operator/given-up.ts failing [--queue=QUEUE] [--since=DATE]
       node scripts/operator/given-up.ts show JOB
       node scripts/operator/given-up.ts retry [JOB] [--queue=QUEUE] [--since=DATE]
       node scripts/operator/given-up.ts retry-failing [JOB] [--queue=QUEUE] [--since=DATE]
       node scripts/operator/given-up.ts drop JOB --by=NAME --why=TEXT
QUEUE is ${QUEUES.join(', ')}; DATE like 2026-12-01 or 2026-12-01T15:00:00Z (UTC); JOB the id in a line of a list.`

type Asked = { filter: JobFilter; id: string | undefined; by: string; why: string }

/** Those that change nothing. */
const READING: ReadonlySet<string> = new Set(['list', 'failing', 'show'])

const NO_SUCH_JOB = 'There is no such job'
const LONGEST_REASON = 300

const COMMANDS: Record<string, { takes: string; run: (deps: Deps, asked: Asked) => Promise<void> }> = {
  'list': {
    takes: 'queue since',
    async run({ jobs }, { filter }) {
      const all = await jobs.listGivenUp(filter)
      for (const job of all) console.log(line(toIso(job.givenUpAt), job))
      console.log(`${all.length} jobs were given up`)
    },
  },
  'failing': {
    takes: 'queue since',
    async run({ jobs }, { filter }) {
      const all = await jobs.listFailing(filter)
      for (const job of all) console.log(line(`next ${toIso(job.nextAt)}  attempts ${job.attempts}`, job))
      console.log(`${all.length} jobs are tried again`)
    },
  },
  'show': {
    takes: 'id!',
    async run(deps, { filter }) {
      const [givenUp] = await deps.jobs.listGivenUp(filter)
      const [failing] = givenUp ? [] : await deps.jobs.listFailing(filter)
      const job = givenUp ?? failing
      if (!job) return complain(NO_SUCH_JOB)
      for (const [name, value] of await detailsOf(deps, job)) console.log(`${name}: ${value}`)
    },
  },
  'retry': {
    takes: 'id queue since',
    async run({ jobs }, { filter, id }) {
      const count = await jobs.retryGivenUp(filter)
      if (id !== undefined && count === 0) return complain(NO_SUCH_JOB)
      console.log(`${count} jobs put back`)
    },
  },
  'retry-failing': {
    takes: 'id queue since',
    async run({ jobs }, { filter, id }) {
      const count = await jobs.hurryFailing(filter)
      if (id !== undefined && count === 0) return complain(NO_SUCH_JOB)
      console.log(`${count} jobs are tried now`)
    },
  },
  'drop': {
    takes: 'id! by! why!',
    async run({ jobs }, { id, by, why }) {
      if (!(await jobs.dropGivenUp(id!, { by, why }))) return complain(NO_SUCH_JOB)
      console.log(`${id} dropped`)
    },
  },
}

function line(when: string, { id, queue, data, reason }: GivenUpJob | FailingJob): string {
  return `${when}  ${id}  ${queue}  ${redact(JSON.stringify(data))}  ${shown(reason)}`
}

/** Mail servers name the address that they refuse, and several of their lines are one error. */
function shown(reason: string): string {
  return redact(reason.replace(/\s+/g, ' ').trim()).slice(0, LONGEST_REASON)
}

async function detailsOf(deps: Deps, job: GivenUpJob | FailingJob): Promise<[string, string | number][]> {
  const { id, queue, attempts, data, reason } = job
  const eventId = 'eventId' in data ? String(data.eventId) : undefined
  const event = z.uuid().safeParse(eventId).success
    ? await deps.db
        .selectFrom('domain_events')
        .select(['type', 'occurred_at as at', 'subject_id as subject', 'coach_id as practice'])
        .where('id', '=', eventId!)
        .executeTakeFirst()
    : undefined
  return [
    ['job', id],
    ['queue', queue],
    ['attempts', attempts],
    ...('givenUpAt' in job
      ? ([['given up', toIso(job.givenUpAt)]] as const)
      : ([
          ['last attempt', toIso(job.triedAt)],
          ['next attempt', toIso(job.nextAt)],
        ] as const)),
    ...(event
      ? ([
          ['event', `${event.type} ${toIso(event.at)}`],
          ['subject', event.subject],
          ['practice', event.practice],
        ] as const)
      : []),
    ['data', redact(JSON.stringify(data))],
    ['error', shown(reason)],
  ].map(([name, value]) => [String(name), value])
}

function complain(text: string): void {
  console.error(text)
  process.exitCode = 1
}

/** The command and what it is about. Ends with the usage if any of it makes no sense. */
function read() {
  const { positionals, values } = parsed()
  const [name = 'list', id, ...more] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const given = { id, queue: values.queue, since: values.since, by: values.by, why: values.why }
  if (!command || more.length > 0) return fail(USAGE)
  for (const [option, value] of Object.entries(given)) {
    const isNeeded = command.takes.includes(`${option}!`)
    const isTaken = isNeeded || command.takes.includes(option)
    if (value === undefined ? isNeeded : !isTaken || value.trim() === '') return fail(USAGE)
  }
  const { queue, since } = given
  if (id !== undefined && !z.uuid().safeParse(id).success) return fail(USAGE)
  if (queue !== undefined && !QUEUES.some((each) => each === queue)) return fail(USAGE)
  const from = since === undefined ? undefined : instantOf(since)
  const filter: JobFilter = { id, queue, since: from }
  return { name, command, asked: { filter, id, by: values.by?.trim() ?? '', why: values.why?.trim() ?? '' } }
}

function parsed() {
  try {
    const text = { type: 'string' } as const
    return parseArgs({
      allowPositionals: true,
      options: { queue: text, since: text, by: text, why: text },
    })
  } catch {
    return fail(USAGE)
  }
}

function instantOf(text: string) {
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00.000Z` : text
  const isIso = z.iso.datetime().safeParse(iso).success
  return isIso ? fromIso(iso) : fail(USAGE)
}

const { name, command, asked } = read()
await besideNorte(async (deps) => {
  // Jobs say whom a mail was for.
  const kind = READING.has(name) ? 'operator.read' : 'operator.acted'
  await auditOperator(deps, { kind, operator: operatorName(asked.by), command: `given-up ${name}` })
  await command.run(deps, asked)
}, 'Refused')
