import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { EFFECTS_QUEUE, MAILS_QUEUE, QUEUES } from '#server/events/queues.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createLogger } from '#server/platform/logger.ts'
import { HOUR_MS, systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { newCoach, newEmail } from '#test/support/people.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { earlierPractice } from '#test/support/earlier-schema.ts'
import { openTill } from '#test/support/fakes/stripe/accounts.ts'
import { startStripe } from '#test/support/fakes/stripe/stripe.ts'
import { newId } from '#test/support/rows.ts'
import { startServer } from '#test/support/server-process.ts'
import { dataFolder } from './data-folder.ts'

const folder = dataFolder()
const script = (name: string) => join(import.meta.dirname, '..', '..', 'scripts', 'operator', name)

/** A server, and what its operator is told beside it. */
async function withOperator(name: string, settings: Record<string, string> = {}) {
  const database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, ...settings }
  const server = await startServer({ env })
  const operator = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script(name), ...args], {
      env: { PATH: process.env['PATH'], ...env },
    })
    return stdout
  }
  const close = async () => {
    await server.stop()
    await database.close()
  }
  return { database, server, operator, close }
}

test('jobs that were given up are listed while the server runs, and queued again on request (docs/self-hosting.md)', async () => {
  const { database, operator, close } = await withOperator('given-up.ts')
  expect(await operator()).toBe('0 jobs were given up\n')

  // A job of a later release, which this one does not understand.
  const jobs = await createJobs(database.connection, {
    queues: [EFFECTS_QUEUE],
    log: createLogger('silent'),
    supervise: false,
  })
  const job = { v: 99, eventId: newId() }
  await database.db.transaction().execute((tx) => jobs.enqueue(tx, EFFECTS_QUEUE, job))
  const shown = new RegExp(
    `^\\d{4}-\\S+Z {2}[\\da-f-]{36} {2}${EFFECTS_QUEUE} {2}\\{.*"eventId":"${job.eventId}".*\\} {2}job not understood: .*\\n1 jobs were given up\\n$`,
  )
  const givenUp = () =>
    vi.waitFor(async () => expect(await jobs.listGivenUp()).toHaveLength(1), { timeout: 60_000 })
  await givenUp()
  expect(await operator()).toMatch(shown)
  expect(await operator('retry')).toBe('1 jobs put back\n')
  // It runs, and is given up again: nothing was lost.
  await givenUp()
  const [again] = await jobs.listGivenUp()
  expect(again).toMatchObject({ data: job, reason: expect.stringContaining('job not understood: ') })

  await jobs.stop()
  await close()
})

// @spec P.324
test('jobs that fail and jobs that were given up are found by queue and time, shown without words of people, retried or dropped (docs/self-hosting.md) @long', async () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Norte <norte@correo.example>' }
  const { database, operator, close } = await withOperator('given-up.ts', smtp)
  const jobs = await createJobs(database.connection, {
    queues: QUEUES,
    log: createLogger('silent'),
    supervise: false,
  })
  const app = await makeApp({ database, now: toIso(systemClock.now()) })
  const coach = await newCoach(app)
  const guest = newEmail('guest')
  const body = { name: 'Zafiro', lastName: 'Ruiz', email: guest, invite: true }
  expect((await app.call('POST /v1/client', { body }, coach.token)).status).toBe(201)
  const enqueue = (queue: string, data: object) =>
    database.db.transaction().execute((tx) => jobs.enqueue(tx, queue, data))
  await enqueue(EFFECTS_QUEUE, { v: 99, eventId: newId() })
  await enqueue(MAILS_QUEUE, { v: 99, eventId: newId() })
  await vi.waitFor(async () => expect(await jobs.listGivenUp()).toHaveLength(2), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await jobs.listFailing()).toHaveLength(1), { timeout: 60_000 })

  for (const wrong of [
    ['lost'],
    ['list', 'x'],
    ['list', '--queue=post'],
    ['list', '--since=yesterday'],
    ['list', '--by=Luis'],
    ['show'],
    ['show', 'not-an-id'],
    ['retry', 'not-an-id'],
    ['drop', newId()],
    ['drop', newId(), '--by=Luis', '--why= '],
    ['drop', newId(), '--by=Luis', '--why=X', '--queue=mails'],
    ['list', '--colour'],
  ])
    await expect(operator(...wrong)).rejects.toThrow('Usage: ')
  for (const command of ['show', 'retry', 'retry-failing'])
    await expect(operator(command, newId())).rejects.toThrow('There is no such job')
  await expect(operator('drop', newId(), '--by=Luis', '--why=X')).rejects.toThrow('There is no such job')
  expect(await jobs.listGivenUp()).toHaveLength(2)

  const mails = await operator('list', `--queue=${MAILS_QUEUE}`)
  expect(mails).toContain('1 jobs were given up')
  expect(await operator('list', '--since=2999-01-01')).toBe('0 jobs were given up\n')
  const failing = await operator('failing', '--queue=mails', '--since=2026-01-01')
  expect(failing).toMatch(
    /^next \d{4}-\S+Z {2}attempts \d+ {2}[\da-f-]{36} {2}mails {2}\{.*\} {2}.*ECONNREFUSED/,
  )
  const [waiting] = await jobs.listFailing()
  const shown = await operator('show', waiting!.id)
  expect(shown).toMatch(/^event: client\.invited \d{4}-/m)
  expect(shown).toMatch(/^next attempt: \d{4}-/m)
  for (const printed of [mails, failing, shown]) {
    expect(printed).not.toContain('Zafiro')
    expect(printed).not.toContain(guest)
  }
  expect(await operator('retry-failing', '--queue=mails')).toBe('1 jobs are tried now\n')

  const [ofMails] = await jobs.listGivenUp({ queue: MAILS_QUEUE })
  expect(await operator('drop', ofMails!.id, '--by=Luis', '--why=No existe')).toBe(`${ofMails!.id} dropped\n`)
  await expect(operator('drop', ofMails!.id, '--by=Luis', '--why=X')).rejects.toThrow('There is no such job')
  expect(await operator('retry', '--queue=mails')).toBe('0 jobs put back\n')
  const dropped = await database.pool.query('select state, output from pgboss.job where id = $1', [
    ofMails!.id,
  ])
  expect(dropped.rows).toEqual([{ state: 'cancelled', output: { droppedBy: 'Luis', why: 'No existe' } }])
  const [left] = await jobs.listGivenUp()
  expect(await operator('retry', left!.id)).toBe('1 jobs put back\n')
  await jobs.stop()
  await app.close()
  await close()
})

// @spec P.272
test('payments are listed and changed while the server runs, with who did it and why (docs/self-hosting.md) @long', async () => {
  const { database, operator, close } = await withOperator('payments.ts')
  await earlierPractice(database)
  const [ana, why] = ['ana@correo.example', ['--by=Luis', '--why=Convenio']]
  expect(await operator('list')).toBe(`${ana}  active  -  -\n`)
  await expect(operator('exempt', ana, '--by=Luis')).rejects.toThrow('Usage: ')
  await expect(operator('exempt', 'nobody@correo.example', ...why)).rejects.toThrow(
    'No coach has the address',
  )
  expect(await operator('end-exemption', ana, ...why)).toBe(`${ana}: there was nothing to change\n`)
  expect(await operator('exempt', ana, ...why)).toBe(`${ana}  exempt  -  -\n`)
  expect(await operator('end-exemption', ana, ...why)).toBe(`${ana}  active  -  -\n`)
  for (const wrong of ['mucho', '0', '-1', '499.5'])
    await expect(operator('mark-paid', ana, 'yearly', `--amount=${wrong}`, ...why)).rejects.toThrow('Usage: ')
  await expect(operator('exempt', ana, '--amount=499', ...why)).rejects.toThrow('Usage: ')
  expect(await operator('mark-paid', ana, 'yearly', '--amount=4990.00', ...why)).toMatch(
    / {2}active {2}yearly {2}\d{4}-/,
  )
  const amounts = await database.db
    .selectFrom('payment_entries')
    .select(['amount_minor as minor', 'currency'])
    .execute()
  expect(amounts).toContainEqual({ minor: 499_000, currency: 'MXN' })
  const ledger = (await operator('show', ana)).trimEnd().split('\n')
  expect(ledger.map((line) => line.split('  ').slice(2))).toEqual([
    ['carriedOver', 'norte', '-', '-'],
    ['exempted', 'manual', 'Luis', 'Convenio'],
    ['exemptionEnded', 'manual', 'Luis', 'Convenio'],
    ['paid', 'manual', 'Luis', 'Convenio'],
  ])
  expect(await operator('note-refund', ana, ...why)).toBe(`${ana}  active  -  -\n`)
  expect(await operator('note-refund', ana, ...why)).toMatch(/the last payment \(.*\) was given back already/)
  const [before] = ledger[0]!.split('  ')
  expect(await operator('note-refund', ana, before!, ...why)).toBe(`${ana}  none  -  -\n`)
  expect(await operator('note-refund', ana, before!, ...why)).toMatch(/this payment \(.*\) was given back/)
  expect(await operator('reconcile', ...why)).toBe(
    'The payment provider sandbox keeps nothing to compare with\n',
  )
  expect(await operator('unknown')).toBe('')
  await close()
})

// @spec P.272
test('a coach whose card is charged again is exempted once Stripe has been told, which is said (docs/self-hosting.md)', async () => {
  const stripe = await startStripe()
  const till = await openTill({ service: stripe })
  await till.subscribe('monthly')
  const { database, operator, close } = await withOperator('payments.ts', {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_WEBHOOK_SECRETS: till.secret,
    STRIPE_API_URL: stripe.url,
  })
  const { coachId } = await earlierPractice(database)
  const row = { coach_id: coachId, provider: 'stripe', customer: till.customer }
  await database.db.insertInto('payment_customers').values(row).execute()
  const [ana, why] = ['ana@correo.example', ['--by=Luis', '--why=Convenio']]
  stripe.failNextCalls(500, 1_000, { method: 'POST' })
  await expect(operator('exempt', ana, ...why)).rejects.toThrow('so nothing was changed')
  expect(await operator('list')).toBe(`${ana}  active  -  -\n`)
  stripe.recover()
  const [state, said, ...rest] = (await operator('exempt', ana, ...why)).trimEnd().split('\n')
  expect(state).toBe(`${ana}  exempt  -  -`)
  expect(said).toBe(`${ana}: the card is not charged again, which stripe has been told`)
  expect(rest).toEqual([])
  expect([...stripe.world.subscriptions.values()]).toMatchObject([{ cancel_at_period_end: true }])
  await close()
  await stripe.close()
})

const RECONCILE = 'payment.reconcile'

// @spec P.281
test('payments are compared with Stripe on request, with who asked and why, and what it told of nobody is listed (docs/self-hosting.md) @long', async () => {
  const stripe = await startStripe()
  const till = await openTill({ service: stripe })
  await till.subscribe('monthly')
  const { database, server, operator, close } = await withOperator('payments.ts', {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_WEBHOOK_SECRETS: till.secret,
    STRIPE_API_URL: stripe.url,
  })
  // What the server compares when it starts is over, so that nobody but the operator reads what follows.
  const compared = database.db.selectFrom('timers').select('due_at as dueAt').where('key', '=', RECONCILE)
  const nextAt = async () => (await compared.executeTakeFirst())?.dueAt ?? 0
  await expect.poll(nextAt).toBeGreaterThan(systemClock.now() + HOUR_MS)
  const { coachId } = await earlierPractice(database)
  const row = { coach_id: coachId, provider: 'stripe', customer: till.customer }
  await database.db.insertInto('payment_customers').values(row).execute()
  const [ana, why] = ['ana@correo.example', ['--by=Luis', '--why=Webhooks']]
  for (const wrong of [[], ['--by=Luis'], ['--why=Webhooks'], [ana], [...why, '--amount=499']])
    await expect(operator('reconcile', ...wrong)).rejects.toThrow('Usage: ')
  await expect(operator('reconcile', 'nobody@correo.example', ...why)).rejects.toThrow(
    'No coach has the address',
  )
  stripe.failNextCalls(500, 1_000)
  await expect(operator('reconcile', ...why)).rejects.toThrow('not everybody was compared')
  stripe.recover()
  expect(await operator('reconcile', ...why)).toBe(`${ana}  active  -  -\n`)
  expect(await operator('reconcile', ana, ...why)).toBe('Nothing was different\n')
  const ledger = (await operator('show', ana)).trimEnd().split('\n')
  expect(ledger.map((line) => line.split('  ').slice(2))).toContainEqual([
    'paid',
    'stripe',
    'Luis',
    'Webhooks',
  ])

  const body = JSON.stringify({ id: 'evt_nobody', type: 'payout.paid', created: 1, data: { object: {} } })
  const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(body, till.secret) }
  const told = await fetch(`${server.url}/v1/payment/stripe/webhook`, { method: 'POST', headers, body })
  expect(told.status).toBe(204)
  expect(await operator('unknown')).toBe('1970-01-01T00:00:01.000Z  stripe  -  payout.paid  evt_nobody\n')
  await close()
  await stripe.close()
})

test('an account at Stripe is set up from its key alone, and what it prints is all that is missing (docs/self-hosting.md)', async () => {
  const stripe = await startStripe({ plans: null })
  const env = {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_API_URL: stripe.url,
    ALLOW_SANDBOX: 'yes',
    PUBLIC_URL: 'https://norte.example',
  }
  const setUp = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script('stripe.ts'), '--webhooks'], {
      env: { PATH: process.env['PATH'], ...env },
    })
    return stdout.trimEnd().split('\n')
  }
  const url = 'https://norte.example/v1/payment/stripe/webhook'
  const printed = await setUp()
  expect(printed).toEqual([
    'norte_monthly: 499.00 MXN, made',
    'norte_monthly_prepaid: 499.00 MXN, made',
    'norte_yearly: 4990.00 MXN, made',
    'norte_yearly_prepaid: 4990.00 MXN, made',
    `${url}: the endpoint is made. Its secret is not shown again:`,
    expect.stringMatching(/^STRIPE_WEBHOOK_SECRETS=whsec_/),
  ])
  const { world } = stripe
  expect([world.products.size, world.prices.size]).toEqual([1, 4])
  expect([...world.endpoints.values()].map((endpoint) => endpoint.url)).toEqual([url])
  // The server needs the secret as before, and nothing else.
  expect(parseConfig(env, []).problems).toEqual([
    { name: 'STRIPE_WEBHOOK_SECRETS', rule: 'stripe_incomplete' },
  ])
  const [name, secret] = printed.at(-1)!.split('=')
  expect(parseConfig({ ...env, [name!]: secret }, []).problems).toBeUndefined()
  expect((await setUp()).at(-1)).toBe(`${url}: the endpoint is there, as it was`)
  await stripe.close()
})
