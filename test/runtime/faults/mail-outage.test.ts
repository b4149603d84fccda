import { SMTPServer } from 'smtp-server'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAILS_QUEUE } from '#server/events/queues.ts'
import { pause } from '#server/platform/pause.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { openDoor } from '#test/support/servers/door.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { dataFolder } from '../data-folder.ts'

// Invitations are mailed by a worker, whose mail server turns it away, hangs and is busy, one after the other.

/** `npm run test:faults` sends more, and lets the server hang for longer than anybody waits for an answer. */
const LONG = process.env['FAULTS'] !== undefined
type Form = { coaches: number; each: number; hangMs: number }
const SHORT: Form = { coaches: 1, each: 3, hangMs: 0 }
const FULL: Form = LONG ? { coaches: 20, each: 10, hangMs: 30_000 } : { coaches: 2, each: 3, hangMs: 500 }
/** So many mails at most are tried once while nobody takes them: then the first are tried again. */
const TRIED = 5

const folder = dataFolder()
let database: TestDatabase
/** For people; the mails are sent by the worker's process. */
let app: TestApp
const delivered: string[] = []
/** Whose mail was put off at least once. */
const putOff = new Set<string>()
let isBusy = false
const office = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (isBusy) putOff.add(address)
    done(isBusy ? Object.assign(new Error('later'), { responseCode: 451 }) : null)
  },
  onData(stream, session, done) {
    stream.on('end', () => {
      delivered.push(...session.envelope.rcptTo.map(({ address }) => address))
      done()
    })
    stream.resume()
  },
})
office.on('error', () => undefined)
beforeAll(() => new Promise<void>((listening) => office.listen(0, '127.0.0.1', listening)))
beforeEach(async () => {
  delivered.length = 0
  putOff.clear()
  isBusy = false
  database = await openTestDatabase()
  app = await makeApp({ database, env: { TOKEN_SECRET }, now: toIso(systemClock.now()) })
})
afterEach(async () => {
  await app.close()
  await database.close()
})
afterAll(() => new Promise<void>((closed) => office.close(() => closed())))

/** Invites people; answers their addresses. */
async function invite({ coaches, each }: Form): Promise<string[]> {
  const addresses: string[] = []
  for (let at = 0; at < coaches; at += 1) {
    const coach = await newCoach(app)
    for (let n = 0; n < each; n += 1) {
      const email = `persona.${at}.${n}@correo.example`
      const body = { name: 'Eva', lastName: 'Ruiz', email, invite: true }
      expect((await app.call('POST /v1/client', { body }, coach.token)).status).toBe(201)
      addresses.push(email)
    }
  }
  return addresses
}

/** How many mails were tried, and are not sent. */
async function waiting(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job
      where name = $1 and (state = 'retry' or (state = 'active' and retry_count > 0))`,
    [MAILS_QUEUE],
  )
  return rows[0]!.count
}

/** An hour passes for the mails that wait. */
async function hourPasses(): Promise<void> {
  await database.pool.query(
    `update pgboss.job set start_after = start_after - interval '1 hour' where name = $1 and state = 'retry'`,
    [MAILS_QUEUE],
  )
}

async function sendMeanwhile(form: Form): Promise<void> {
  const count = form.coaches * form.each
  const door = await openDoor(() =>
    net.connect((office.server.address() as net.AddressInfo).port, '127.0.0.1'),
  )
  const start = () =>
    startServer({
      env: {
        DATA_DIR: folder.path,
        TOKEN_SECRET,
        DATABASE_URL: database.url,
        ROLES: 'worker',
        SMTP_URL: `smtp://127.0.0.1:${door.port}`,
        MAIL_FROM: 'Norte <hola@norte.example>',
      },
    })
  const addresses = await invite(form)
  door.shut()
  let worker: ServerProcess = await start()
  try {
    // Turned away: mails wait for another attempt. The first are tried again before the last are tried.
    await expect.poll(waiting, { timeout: 240_000 }).toBeGreaterThanOrEqual(Math.min(count, TRIED))
    expect(door.turnedAway.length).toBeGreaterThan(0)

    // Hanging: the connection is open, and nothing comes.
    door.open()
    door.stall()
    const before = door.opened()
    await hourPasses()
    await expect.poll(door.opened).toBeGreaterThan(before)
    await pause(form.hangMs)
    await worker.stop('SIGKILL')
    await database.pool.query(
      `update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
    )

    // Busy for an hour: everything is tried and put off.
    door.shut()
    door.open()
    isBusy = true
    worker = await start()
    // Once: each attempt counts, and a mail that was tried all day is given up.
    await hourPasses()
    await expect.poll(() => putOff.size, { timeout: 240_000 }).toBe(count)
    expect(delivered).toEqual([])

    isBusy = false
    const all = async () => {
      await hourPasses()
      return delivered.length
    }
    await expect.poll(all, { timeout: 240_000 }).toBe(count)
    expect(delivered.toSorted()).toEqual(addresses.toSorted())
    await expect.poll(waiting).toBe(0)
    console.log(`mail server away, hanging and busy: ${count} mails, a worker killed: lost 0, doubled 0`)
  } finally {
    await worker.stop('SIGKILL')
    door.close()
  }
}

// @spec P.185
test('a few mails of a worker whose mail server turns it away, hangs and is busy are sent once each, also when it is killed meanwhile', () =>
  sendMeanwhile(SHORT))

// @spec P.185
test(
  'mails of a worker whose mail server turns it away, hangs and is busy are sent once each, whatever is killed meanwhile @long',
  { timeout: 900_000 },
  () => sendMeanwhile(FULL),
)
