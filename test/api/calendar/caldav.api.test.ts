import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type ReadEntry, readIcalendar } from '#test/support/calendar/icalendar.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { type Caldav, startRadicale } from '#test/support/fakes/radicale.ts'
import { OFFERED, ask, book, hours, made } from '#test/support/sessions.ts'

let app: TestApp
let caldav: Caldav
beforeAll(async () => {
  ;[app, caldav] = await Promise.all([makeApp(), startRadicale()])
})
afterAll(() => Promise.all([app.close(), caldav.close()]))

/** The whole files of each entry, as a calendar server takes them: one entry, no method. */
function oneByOne(calendar: string): string[] {
  const [head, ...rest] = calendar.split('BEGIN:VEVENT')
  const kept = head!.replace(/^METHOD:.*\r\n/m, '')
  return rest.map(
    (part) => `${kept}BEGIN:VEVENT${part.split('END:VEVENT')[0]}END:VEVENT\r\nEND:VCALENDAR\r\n`,
  )
}

const told = ({ uid, sequence, status, startsAt, endsAt, title }: ReadEntry) => ({
  uid,
  sequence,
  status,
  startsAt,
  endsAt,
  title,
})

/** Puts each entry on the server and reads it back as it was. */
async function keeps(calendar: string): Promise<void> {
  const { entries } = readIcalendar(calendar)
  const files = oneByOne(calendar)
  expect(files).toHaveLength(entries.length)
  for (const [index, file] of files.entries()) {
    // One name for each UID: what comes later replaces what was there.
    const name = entries[index]!.uid.split('@')[0]!
    expect([201, 204]).toContain(await caldav.put(name, file))
    const [back] = readIcalendar(await caldav.get(name)).entries
    expect(told(back!)).toEqual(told(entries[index]!))
  }
}

/** The calendar files of the mails to an address, oldest first. */
async function invitations(address: string): Promise<{ subject: string; method: string; text: string }[]> {
  await app.settle()
  const mails = (await app.mails(address)).toReversed()
  const parsed = await Promise.all(
    mails.map(async ({ file }) =>
      PostalMime.parse(await readFile(join(app.deps.config.dataDir, 'outbox', file))),
    ),
  )
  return parsed.flatMap(({ subject, attachments }) =>
    attachments
      .filter(({ mimeType }) => mimeType === 'application/ics')
      .map(({ content }) => {
        const read = typeof content === 'string' ? content : new TextDecoder().decode(content)
        // The files of the outbox have the line ends of the machine; SMTP keeps the calendar's own.
        const text = read.replaceAll(/\r?\n/g, '\r\n')
        return { subject: subject!, method: readIcalendar(text).method, text }
      }),
  )
}

test('a calendar server keeps every entry of a feed and every invitation as it was sent', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach, { name: 'Íñigo, el "Ñandú"; \\o/' })
  const objective = 'Preparar la entrevista; y "respirar", sin más — áéíóúñ 🙂 '.repeat(5).trim()
  const booked = await made(
    book(app, coach, client, OFFERED, { objective, meetingUrl: 'https://meet.example/a?b=1,2;3' }),
  )
  const wanted = await made(ask(app, client, '2027-02-05T15:00:00.000Z'))
  await made(
    app.call('POST /v1/session/:sessionId/confirm', { params: { sessionId: wanted.id } }, coach.token),
  )
  await app.settle()
  const to = hours('2027-03-15T15:00:00.000Z')
  await made(
    app.call(
      'POST /v1/session/:sessionId/reschedule',
      { params: { sessionId: booked.id }, body: { ...to, outsideHours: true } },
      coach.token,
    ),
  )
  // The mail of a move waits for the next one.
  app.clock.advance(2 * MINUTE_MS)
  await app.settle()
  await made(
    app.call(
      'POST /v1/session/:sessionId/cancel',
      { params: { sessionId: wanted.id }, body: { reason: 'Me enfermé' } },
      coach.token,
    ),
  )
  await made(ask(app, client, '2027-02-08T15:00:00.000Z'))

  const sent = await invitations(client.email)
  expect(sent.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'REQUEST', 'CANCEL'])
  const entries = sent.map(({ text }) => readIcalendar(text).entries[0]!)
  const host = new URL(app.deps.config.publicUrl).hostname
  expect(entries.map(told)).toMatchObject([
    { uid: `${booked.id}@${host}`, sequence: 0, status: 'CONFIRMED', ...hours(OFFERED) },
    { uid: `${wanted.id}@${host}`, sequence: 0, status: 'CONFIRMED' },
    { uid: `${booked.id}@${host}`, sequence: 1, status: 'CONFIRMED', ...to },
    { uid: `${wanted.id}@${host}`, sequence: 1, status: 'CANCELLED' },
  ])
  expect(entries[0]).toMatchObject({
    location: 'https://meet.example/a?b=1,2;3',
    organizer: `mailto:${coach.email}`,
    attendees: [`MAILTO:${client.email}`],
  })
  expect(entries[0]!.description).toContain(objective)
  for (const { text } of sent) await keeps(text)

  const feed = await app.call('POST /v1/calendar/feed', {}, client.token)
  const { body } = await app.send({ method: 'GET', url: new URL(feed.body.url!).pathname })
  expect(readIcalendar(body as string).entries.map(({ status }) => status)).toEqual([
    'CANCELLED',
    'TENTATIVE',
    'CONFIRMED',
  ])
  await keeps(body as string)
})
