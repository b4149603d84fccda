import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { good, newGroup, newcomer, add } from '#test/support/groups.ts'
import { type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { OFFERED, book } from '#test/support/sessions.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// Two servers on one database: the mails that a coach causes on both have one budget (product §4).
const LIMIT = 8

let database: TestDatabase
let servers: [TestApp, TestApp]
beforeAll(async () => {
  database = await openTestDatabase()
  const env = {
    MAILS_PER_COACH_PER_DAY: String(LIMIT),
    TOKEN_SECRET,
  }
  servers = [await makeApp({ env, database }), await makeApp({ env, database })]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.close()
})

const on = (number: number) => servers[number % 2]!
const invite = (app: TestApp, { token }: TestCoach, email: string) =>
  app.call('POST /v1/client', { body: { name: 'Luz', lastName: 'Vega', email, invite: true } }, token)
const today = async (app: TestApp, { token }: TestCoach) =>
  good(await app.call('GET /v1/mails/today', {}, token))

async function goTo(iso: string): Promise<void> {
  for (const { clock } of servers) clock.set(instant(iso))
  // Each works at what the other has queued, too.
  for (let round = 0; round < 2; round += 1) await Promise.all(servers.map((server) => server.settle()))
}

/** How many invitations and bookings were mailed to these addresses by either server; reminders come beside them. */
async function mailed(emails: readonly string[]): Promise<number> {
  const mails = await Promise.all(servers.flatMap((server) => emails.map((email) => server.mails(email))))
  return mails.flat().filter(({ subject }) => /te invita|agendó/.test(subject)).length
}

test('invitations and mails about sessions of both servers take the places of one day', async () => {
  await goTo(TEST_NOW)
  const coach = await newCoach(on(0))
  const client = await newClient(on(0), coach)
  await goTo(TEST_NOW)
  const { sent: before } = await today(on(1), coach)
  const emails = Array.from({ length: 11 }, () => newEmail('invited'))
  const everybody = [...emails, client.email]
  const mailedBefore = await mailed(everybody)
  const startsAt = (number: number) => toIso(addMinutes(fromIso(OFFERED), number * 60))
  const answers = await Promise.all([
    ...emails.map((email, number) => invite(on(number), coach, email)),
    ...[0, 1, 2].map((number) => book(on(number), coach, client, startsAt(number))),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  await goTo(TEST_NOW)

  const caused = before + emails.length + 3
  for (const server of servers) {
    expect(await today(server, coach)).toEqual({ limit: LIMIT, sent: LIMIT, waiting: caused - LIMIT })
  }
  expect(await mailed(everybody)).toBe(mailedBefore + LIMIT - before)
  await goTo('2027-02-03T06:00:01.000Z')
  await goTo('2027-02-04T06:00:01.000Z')
  expect(await mailed(everybody)).toBe(mailedBefore + emails.length + 3)
})

test('people added to a group and invited again at the same time never wait in a circle', async () => {
  await goTo(TEST_NOW)
  const coach = await newCoach(on(0))
  const group = await newGroup(on(0), coach, { capacity: 60 })
  for (let round = 0; round < 6; round += 1) {
    const known = Array.from({ length: 3 }, () => newcomer())
    for (const { name, lastName, email } of known) {
      const body = { name, lastName, email, invite: false }
      good(await on(0).call('POST /v1/client', { body }, coach.token), 201)
    }
    const added = await Promise.all([
      ...known.map((person, number) => add(on(number), coach, group, person)),
      ...[0, 1, 2].map((number) => add(on(number), coach, group, newcomer())),
      add(on(1), coach, group, { people: [newcomer(), newcomer()] }),
    ])
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 201))
  }
})
