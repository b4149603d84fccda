import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMail } from '#server/effects/mails/send.ts'
import { runEffects } from '#server/effects/run.ts'
import { EFFECTS_QUEUE, MAILS_QUEUE } from '#server/events/queues.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, made } from '#test/support/sessions.ts'

/** What the mail server answers for an address: a code to refuse it with; none takes the mail. */
const answers = new Map<string, number>()
const attempts = new Map<string, number>()
const received: Email[] = []

async function readMail(stream: SMTPServerDataStream): Promise<Email> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return PostalMime.parse(Buffer.concat(chunks))
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    attempts.set(address, (attempts.get(address) ?? 0) + 1)
    const responseCode = answers.get(address)
    done(responseCode === undefined ? null : Object.assign(new Error('not now'), { responseCode }))
  },
  onData(stream, _session, done) {
    void readMail(stream).then((mail) => {
      received.push(mail)
      done()
    })
  },
})

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as { port: number }
  app = await makeApp({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Norte <hola@norte.example>' },
  })
  coach = await newCoach(app)
  await app.deps.jobs.work(MAILS_QUEUE, { atOnce: 2 }, (data) => sendMail(app.deps, data))
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((closed) => server.close(closed))
})

/** Books a session, whose mail to the client is queued; the worker sends it. */
async function booked(startsAt: string) {
  const client = await newClient(app, coach)
  return {
    client,
    mail: async () => {
      await made(book(app, coach, client, startsAt))
      await app.deps.jobs.drain(new Map([[EFFECTS_QUEUE, (data: object) => runEffects(app.deps, data)]]))
    },
  }
}
const mailsTo = (email: string) => received.filter(({ to }) => to?.some(({ address }) => address === email))
const attemptsFor = (email: string) => attempts.get(email) ?? 0

/** An hour passes for the jobs that wait for their next attempt. */
const hourPasses = () =>
  sql`update pgboss.job set start_after = start_after - interval '1 hour' where name = ${MAILS_QUEUE} and state = 'retry'`.execute(
    app.deps.db,
  )

// @spec P.185
test('a mail that its server puts off for an hour is sent once then, and those to others meanwhile', async () => {
  const waiting = await booked('2027-02-05T15:00:00.000Z')
  answers.set(waiting.client.email, 451)
  await waiting.mail()
  const other = await booked('2027-02-05T17:00:00.000Z')
  await other.mail()
  await expect.poll(() => mailsTo(other.client.email).length).toBe(1)
  for (const tries of [1, 2, 3]) {
    await expect.poll(() => attemptsFor(waiting.client.email)).toBeGreaterThanOrEqual(tries)
    // The attempt is over once its job waits again.
    await expect.poll(async () => (await hourPasses()).numAffectedRows).toBe(1n)
  }
  expect(mailsTo(waiting.client.email)).toEqual([])
  answers.delete(waiting.client.email)
  await expect
    .poll(async () => {
      await hourPasses()
      return mailsTo(waiting.client.email).length
    })
    .toBe(1)
  expect(mailsTo(other.client.email)).toHaveLength(1)
})

// @spec P.185
test('a mail that is refused for good is not tried again, kept for the operator, and holds up nobody', async () => {
  const refused = await booked('2027-02-06T15:00:00.000Z')
  answers.set(refused.client.email, 550)
  await refused.mail()
  const other = await booked('2027-02-06T17:00:00.000Z')
  await other.mail()
  await expect.poll(() => mailsTo(other.client.email).length).toBe(1)
  await expect.poll(async () => (await app.deps.jobs.listGivenUp()).length).toBe(1)
  await hourPasses()
  expect(attemptsFor(refused.client.email)).toBe(1)
  const [job] = await app.deps.jobs.listGivenUp()
  expect(job!.reason).toContain('not now')
})
