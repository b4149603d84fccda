import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { sendMail } from '#server/effects/mails/send.ts'
import { runEffects } from '#server/effects/run.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

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
      'Cuándo: jueves 4 de febrero, 9:00–10:00 h para ti · viernes 5 de febrero, 0:00–1:00 h para Mariana',
    )
    await made(app.call('POST /v1/session/:sessionId/confirm', { params: { sessionId: id } }, coach.token))
    expect((await mailTo(client.email, 'confirmada')).text).toContain(
      'Cuándo: viernes 5 de febrero, 0:00–1:00 h para ti · jueves 4 de febrero, 9:00–10:00 h para tu coach',
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
    const job = { eventId: event.id, effect: 1 }
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
    expect(new Set(sent)).toEqual(new Set([`${event.id}:1`]))
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
    const job = { eventId: event.id, effect: 1 }
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
