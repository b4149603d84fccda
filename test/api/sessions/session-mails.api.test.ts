import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { mailJob } from '#server/effects/mails/mail-job.ts'
import { sendMail } from '#server/effects/mails/send.ts'
import { runEffects } from '#server/effects/run.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good, transition, newGroup, newMember } from '#test/support/groups.ts'
import { readIcalendar } from '#test/support/calendar/icalendar.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, hours, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

/** The newest mail to an address that has the subject, as a mail program reads it. */
async function mailTo(address: string, subject: string): Promise<Email> {
  await app.settle()
  const mail = (await app.mails(address)).find((one) => one.subject.includes(subject))
  if (!mail) throw new Error(`No mail "${subject}" to ${address}`)
  return PostalMime.parse(await readFile(join(app.deps.config.dataDir, 'outbox', mail.file)))
}

describe('mails about sessions', () => {
  test('to a client come in the coach’s name and are answered to the coach', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const session = await made(book(app, coach, client))
    const mail = await mailTo(client.email, 'agendó')
    expect(mail.from).toMatchObject({ name: 'Ana López', address: 'norte@localhost' })
    expect(mail.replyTo).toMatchObject([{ address: coach.email }])
    expect(mail.text).toContain(`${app.deps.config.publicUrl}/session/view/${session.id}`)
    expect(mail.html).toContain('lang="es-MX"')
  })

  test('to a coach are answered to the client', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await made(ask(app, client, OFFERED, { objective: 'Preparar la entrevista' }))
    const mail = await mailTo(coach.email, 'te pide una sesión')
    expect(mail.replyTo).toMatchObject([{ address: client.email }])
    expect(mail.text).toContain('Objetivo: Preparar la entrevista')
  })

  test('tell both times where the clocks differ, each reader’s own first', async () => {
    const coach = await newCoach(app, { timezone: 'America/Mexico_City' })
    const client = await newClient(app, coach, { timezone: 'Asia/Tokyo' })
    const { id } = await made(ask(app, client))
    expect((await mailTo(coach.email, 'te pide una sesión')).text).toContain(
      'Cuándo: jueves 4 de febrero, 9:00–10:00\u00a0h para ti · viernes 5 de febrero, 0:00–1:00\u00a0h para Mariana',
    )
    await made(app.call('POST /v1/session/:sessionId/confirm', { params: { sessionId: id } }, coach.token))
    expect((await mailTo(client.email, 'confirmada')).text).toContain(
      'Cuándo: viernes 5 de febrero, 0:00–1:00\u00a0h para ti · jueves 4 de febrero, 9:00–10:00\u00a0h para tu coach',
    )
  })

  test('show names and reasons as they were typed, and nothing of them becomes a header or markup', async () => {
    const coach = await newCoach(app, { name: 'Ana" <x@y.z>' })
    const client = await newClient(app, coach, { name: '<b>Luz</b>' })
    const { id } = await made(book(app, coach, client))
    const booked = await mailTo(client.email, 'agendó')
    expect(booked.from).toMatchObject({ name: 'Ana" <x@y.z> López', address: 'norte@localhost' })
    expect(booked.html).not.toContain('<b>Luz')
    const reason = 'No puedo <script>alert(1)</script> & {{coach}}'
    await made(
      app.call(
        'POST /v1/session/:sessionId/cancel',
        { params: { sessionId: id }, body: { reason } },
        coach.token,
      ),
    )
    const mail = await mailTo(client.email, 'canceló')
    expect(mail.text).toContain(`Motivo: ${reason}`)
    expect(mail.html).not.toContain('<script')
    expect(mail.headers.filter(({ key }) => key === 'bcc' || key === 'cc')).toEqual([])
  })

  test('go out once, however often the effects run', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await made(book(app, coach, client))
    await app.settle()
    const outbox = join(app.deps.config.dataDir, 'outbox')
    const before = await readdir(outbox)
    const events = await app.deps.db.selectFrom('domain_events').select('id').execute()
    await Promise.all(events.map(({ id }) => runEffects(app.deps, { eventId: id })))
    expect(await readdir(outbox)).toEqual(before)
  })

  test('announce no session that was cancelled before they were sent', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const life = lifeOf(app)
    const subjectsOf = async ({ email }: { email: string }) =>
      (await app.mails(email)).map(({ subject }) => subject)
    const booked = await made(book(app, coach, client))
    await life.cancel(coach, booked.id)
    const asked = await made(ask(app, client))
    await life.cancel(client, asked.id)
    await app.settle()
    expect(await subjectsOf(client)).not.toContainEqual(expect.stringContaining('agendó'))
    expect(await subjectsOf(client)).toContainEqual(expect.stringContaining('canceló'))
    expect(await subjectsOf(coach)).not.toContainEqual(expect.stringContaining('te pide una sesión'))
    // The one of a series stays if others of it do.
    const recurrence = { frequency: 'weekly' as const, interval: 1, weekdays: [], count: 3 }
    const first = await made(book(app, coach, client, OFFERED, { recurrence }))
    await life.cancel(coach, first.id)
    await app.settle()
    expect(await subjectsOf(client)).toContainEqual(expect.stringContaining('agendó'))
  })

  test('on a mail server that does not answer hold up no request and no notification', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await app.settle()
    const answer = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const sent: string[] = []
    const slow: Deps = {
      ...app.deps,
      mailer: {
        ...app.deps.mailer,
        async send({ key }) {
          // More than the connections there are: holding one each, the last would never get here.
          if (sent.push(key) === app.deps.config.databasePool * 2) reached.resolve()
          await answer.promise
        },
      },
    }
    const { id } = await made(book(app, coach, client))
    const event = await app.deps.db
      .selectFrom('domain_events')
      .select('id')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    const job = mailJob({ eventId: event.id, to: 'client', template: 'sessionBooked' })
    const sending = Array.from({ length: app.deps.config.databasePool * 2 }, () => sendMail(slow, job))
    await reached.promise
    await runEffects(slow, { eventId: event.id })
    const { body } = await app.call(
      'GET /v1/notification/pending/:userId',
      { params: { userId: client.userId } },
      client.token,
    )
    expect(body.data.map(({ type }) => type)).toEqual(['NEW_SESSION_FROM_COACH'])
    answer.resolve()
    await Promise.all(sending)
    // Sent and marked: the job that was queued meanwhile finds nothing left to do.
    await app.settle()
    await sendMail(slow, job)
    expect(new Set(sent)).toEqual(new Set([`${event.id}:mail:client:sessionBooked`]))
    expect(sent).toHaveLength(app.deps.config.databasePool * 2)
    expect(await app.mails(client.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('agendó') as string }),
    )
  })

  test('are sent again when the mail server refused them, and then no more', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const { id } = await made(book(app, coach, client))
    const event = await app.deps.db
      .selectFrom('domain_events')
      .select('id')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    const job = mailJob({ eventId: event.id, to: 'client', template: 'sessionBooked' })
    const refusing: Deps = {
      ...app.deps,
      mailer: { ...app.deps.mailer, send: () => Promise.reject(new Error('451 try later')) },
    }
    await expect(sendMail(refusing, job)).rejects.toThrow('451')
    await sendMail(app.deps, job)
    await sendMail(refusing, job)
    await expect(mailTo(client.email, 'agendó')).resolves.toBeDefined()
  })
})

describe('a group', () => {
  async function meeting(starts: readonly string[] = [OFFERED]) {
    const coach = await newCoach(app)
    const group = await newGroup(app, coach)
    const member = await newMember(app, coach, group, 'Luz')
    const body = (startsAt: string) =>
      ({ type: 'Group', groupId: group.id, ...hours(startsAt), outsideHours: true }) as const
    const sessions = []
    for (const startsAt of starts) {
      sessions.push(await made(app.call('POST /v1/session', { body: body(startsAt) }, coach.token)))
    }
    return { coach, group, member, session: sessions[0]!, sessions }
  }
  // The outbox ends its lines as files do.
  const calendarOf = ({ attachments }: Email) => {
    const { content } = attachments.find(({ method }) => method)!
    return readIcalendar(new TextDecoder().decode(content as ArrayBuffer).replaceAll('\n', '\r\n'))
  }

  test('that ends takes its session out of its members’ calendars', async () => {
    const { coach, group, member, session } = await meeting()
    good(await transition(app, coach, group, 'running'))
    good(await transition(app, coach, group, 'finished'))
    const { method, entries } = calendarOf(await mailTo(member.email, 'terminó'))
    expect(method).toBe('CANCEL')
    const host = new URL(app.deps.config.publicUrl).hostname
    expect(entries).toMatchObject([
      { uid: `${session.id}@${host}`, status: 'CANCELLED', attendees: [`MAILTO:${member.email}`] },
    ])
    expect(entries[0]!.sequence).toBeGreaterThan(0)
  })

  test('that ends takes all of them along', async () => {
    const { coach, group, member } = await meeting([OFFERED, '2027-02-11T15:00:00.000Z'])
    good(await transition(app, coach, group, 'running'))
    good(await transition(app, coach, group, 'finished'))
    const { entries } = calendarOf(await mailTo(member.email, 'terminó'))
    expect(entries.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  test('is told of a summary only when there is one, and is mailed none without words or actions', async () => {
    for (const { summary, told } of [
      { summary: '', told: [] },
      { summary: 'Hablamos de metas.', told: ['SESSION_CLOSED'] },
    ]) {
      app.clock.set(instant(TEST_NOW))
      const { coach, member, session } = await meeting()
      await app.settle()
      await goTo(app, session.startsAt, coach, member)
      const attendance = [{ personId: member.clientId, state: 'present' as const }]
      await made(close(app, coach, session.id, { attendance, summary }))
      await app.settle()
      const { userId } = member
      const { body } = await app.call(
        'GET /v1/notification/all/:userId',
        { params: { userId } },
        member.token,
      )
      const types = body.data.map(({ type }) => type).filter((type) => type === 'SESSION_CLOSED')
      expect(types).toEqual(told)
      const mailing = await app.call(
        'POST /v1/session/:sessionId/summary',
        { params: { sessionId: session.id } },
        coach.token,
      )
      expect([mailing.status, mailing.refusal?.code]).toEqual(
        summary === '' ? [409, 'session.nothing_to_mail'] : [202, undefined],
      )
    }
  })
})

test('a late cancellation is marked in the session, its history and the mails', async () => {
  const life = lifeOf(app)
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const late = await made(book(app, coach, client, '2027-02-03T14:00:00.000Z'))
  const inTime = await made(book(app, coach, client))
  expect((await made(life.cancel(client, late.id))).cancellation).toMatchObject({ late: true })
  expect((await mailTo(coach.email, 'canceló una sesión')).text).toContain('Aviso: Cancelación tardía')
  expect((await mailTo(client.email, 'Cancelaste')).text).toContain('Aviso: Cancelación tardía')
  for (const reader of [coach, client]) {
    expect((await life.history(reader, late.id)).body.data.map(({ what, late: is }) => [what, is])).toEqual([
      ['booked', false],
      ['cancelled', true],
    ])
  }
  await made(life.cancel(client, inTime.id))
  expect((await life.history(coach, inTime.id)).body.data.some(({ late: is }) => is)).toBe(false)
})
