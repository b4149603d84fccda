import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { QUEUED_WORK } from '#server/effects/work.ts'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { HOUR_MS, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, book } from '#test/support/sessions.ts'

// Two workers on one database, whose clocks do not agree, and jobs that run more than once.

let database: TestDatabase
let one: TestApp
let two: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  database = await openTestDatabase()
  one = await makeApp({ database })
  // They share the outbox, as they share a mail server.
  two = await makeApp({ database, env: { DATA_DIR: one.deps.config.dataDir } })
})
afterAll(async () => {
  await two.close()
  await one.close()
  await database.close()
})
beforeEach(async () => {
  await one.startTest()
  two.clock.set(one.clock.now())
  coach = await newCoach(one)
  client = await newClient(one, coach)
})

/** What a person has been told of: types of notifications and subjects of mails, sorted. */
async function told({ userId, email }: { userId: string; email: string }): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from notifications n join memberships m on m.id = n.membership_id where m.user_id = ${userId}::uuid`.execute(
    one.deps.db,
  )
  const mails = await one.mails(email)
  return [...rows.map(({ type }) => type), ...mails.map(({ subject }) => subject)].toSorted()
}

/** The jobs that wait, as they were queued. */
async function waitingJobs(): Promise<{ name: string; data: object }[]> {
  const { rows } = await sql<{ name: string; data: object }>`
    select name, data from pgboss.job where state = 'created'`.execute(one.deps.db)
  return rows
}

const run = ({ deps }: TestApp, { name, data }: { name: string; data: object }) =>
  QUEUED_WORK.find(({ queue }) => queue === name)!.carryOut(deps, data)

// @spec P.198
test('a job that two workers run at once, and one of them again later, has its effects once', async () => {
  expect((await book(one, coach, client)).status).toBe(201)
  const jobs = await waitingJobs()
  expect(jobs.length).toBeGreaterThan(0)
  for (const job of jobs) await Promise.all([run(one, job), run(two, job)])
  // Each run has queued its mails.
  const mails = (await waitingJobs()).filter((job) => job.name === 'mails')
  expect(mails.length).toBeGreaterThan(0)
  for (const mail of mails) await Promise.all([run(one, mail), run(two, mail)])
  const once = await told(client)
  expect(once.length).toBeGreaterThan(1)
  expect(once).toEqual([...new Set(once)])
  for (const job of [...jobs, ...mails]) await run(one, job)
  await one.settle()
  expect(await told(client)).toEqual(once)
})

// @spec P.197
test('reminders are sent once each, whatever the clocks of two workers do', async () => {
  await book(one, coach, client)
  await one.settle()
  const before = await told(client)
  const start = fromIso(OFFERED)
  const at = async (minutesBefore: number, byTwo = 0) => {
    one.clock.set(epochMs(start - minutesBefore * MINUTE_MS))
    two.clock.set(epochMs(one.clock.now() + byTwo * MINUTE_MS))
    await Promise.all([fireTimers(one.deps), fireTimers(two.deps)])
    await one.settle()
  }
  // Forward over all reminders in steps and jumps, and back before each of them; one clock is ahead of the other.
  for (const minutes of [48 * 60, 24 * 60, 10]) {
    await at(minutes + 1)
    await at(minutes, 1)
    await at(minutes + 60, -1)
    await at(minutes - 1, 1)
    await at(minutes + 5)
    await at(minutes, -1)
  }
  const sent = (await told(client)).filter((each) => !before.includes(each))
  expect(sent).toContain('10_MINS_TO_START')
  expect(sent).toContain('PREPARATION_DUE')
  expect(sent).toEqual([...new Set(sent)])

  // A clock that is far ahead for a moment, and set right again, repeats nothing either.
  two.clock.set(epochMs(start + 5 * HOUR_MS))
  await at(5, 300)
  await at(9)
  await at(4)
  expect((await told(client)).filter((each) => sent.includes(each))).toEqual(sent)
})
