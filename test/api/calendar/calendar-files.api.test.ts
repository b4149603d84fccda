import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import { DAY_MS, MINUTE_MS, addMinutes, epochMs, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { add, newGroup } from '#test/support/groups.ts'
import { readIcalendar } from '#test/support/calendar/icalendar.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, groupSession, hours, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

const host = () => new URL(app.deps.config.publicUrl).hostname
const fileOf = (url: string | undefined) => url!.split('/').at(-1)!
/** Makes a feed; answers the file of its address. */
async function feedOf(person: { token: string }): Promise<string> {
  const { status, body } = await app.call('POST /v1/calendar/feed', {}, person.token)
  expect(status).toBe(201)
  return fileOf(body.url)
}
const fetchFeed = (file: string, headers: Record<string, string> = {}) =>
  app.send({ method: 'GET', url: `/v1/calendar/feed/${file}`, headers })
const readFeed = async (file: string) => {
  const { status, body } = await fetchFeed(file)
  expect(status).toBe(200)
  return readIcalendar(body as string)
}
const ics = (sessionId: SessionId, person: { token: string }) =>
  app.send({ method: 'GET', url: `/v1/session/${sessionId}/ics`, token: person.token })
const cancel = (sessionId: SessionId, person: { token: string }) =>
  app.call(
    'POST /v1/session/:sessionId/cancel',
    { params: { sessionId }, body: { reason: 'Me enfermé' } },
    person.token,
  )

describe('a feed', () => {
  // @spec P.55
  test('is shown once, replaced by another address, and revoked', async () => {
    const none = await app.call('GET /v1/calendar/feed', {}, coach.token)
    expect(none.body).toEqual({ createdAt: null, lastReadAt: null })
    const first = await app.call('POST /v1/calendar/feed', {}, coach.token)
    expect(first.body.url).toMatch(/\/v1\/calendar\/feed\/[\w-]{43}\.ics$/)
    const known = await app.call('GET /v1/calendar/feed', {}, coach.token)
    expect(known.body).toEqual({ createdAt: TEST_NOW, lastReadAt: null })
    expect((await fetchFeed(fileOf(first.body.url))).status).toBe(200)
    const read = await app.call('GET /v1/calendar/feed', {}, coach.token)
    expect(read.body.lastReadAt).toBe(TEST_NOW)

    const second = await feedOf(coach)
    expect((await fetchFeed(fileOf(first.body.url))).status).toBe(404)
    expect((await fetchFeed(second)).status).toBe(200)
    expect((await app.call('DELETE /v1/calendar/feed', {}, coach.token)).status).toBe(204)
    expect((await app.call('DELETE /v1/calendar/feed', {}, coach.token)).status).toBe(204)
    const revoked = await fetchFeed(second)
    // A secret that was valid once is answered like one that never was.
    const wrong = await fetchFeed(`${'A'.repeat(43)}.ics`)
    const noFile = await fetchFeed('x')
    for (const answer of [revoked, wrong, noFile]) {
      const { requestId, ...body } = answer.body as { requestId: string; code: string }
      expect([answer.status, body.code, requestId.length]).toEqual([404, 'calendar.feed_not_found', 36])
      expect({ ...(wrong.body as object), requestId }).toEqual(answer.body)
    }
  })

  test('keeps its secret as a hash alone', async () => {
    const file = await feedOf(coach)
    const rows = await app.deps.db.selectFrom('calendar_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(file.replace('.ics', ''))
  })

  test('shows each side its sessions with its own titles, and nothing private', async () => {
    const session = await made(
      book(app, coach, client, OFFERED, { objective: 'La entrevista', meetingUrl: 'https://meet.example/a' }),
    )
    const asked = await made(ask(app, client, '2027-02-05T15:00:00.000Z'))
    const stranger = await newClient(app, coach, { name: 'Pedro' })
    await made(book(app, coach, stranger, '2027-02-08T15:00:00.000Z'))
    const mine = await readFeed(await feedOf(client))
    expect(mine).toMatchObject({ method: 'PUBLISH', name: 'Norte · Ana López' })
    expect(mine.entries).toMatchObject([
      {
        uid: `${session.id}@${host()}`,
        sequence: 0,
        status: 'CONFIRMED',
        ...hours(OFFERED),
        title: 'Sesión 1 con Ana',
        location: 'https://meet.example/a',
        organizer: `mailto:${coach.email}`,
        attendees: [],
      },
      { uid: `${asked.id}@${host()}`, status: 'TENTATIVE', startsAt: asked.startsAt },
    ])
    expect(mine.entries[0]!.description).toContain('Con Ana López\nObjetivo: La entrevista')
    const theirs = await readFeed(await feedOf(coach))
    expect(theirs.entries.map(({ title }) => title)).toEqual([
      'Sesión 1 con Mariana',
      'Sesión 2 con Mariana',
      'Sesión 1 con Pedro',
    ])
    expect(JSON.stringify(mine)).not.toContain('Pedro')
  })

  test('tells of a cancellation for 30 days, with a greater SEQUENCE, and of a move with its new time', async () => {
    const gone = await made(book(app, coach, client))
    const moved = await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
    const file = await feedOf(client)
    expect((await cancel(gone.id, coach)).status).toBe(200)
    const to = hours('2027-02-09T16:00:00.000Z')
    await made(
      app.call(
        'POST /v1/session/:sessionId/reschedule',
        { params: { sessionId: moved.id }, body: { ...to, outsideHours: true } },
        coach.token,
      ),
    )
    const { entries } = await readFeed(file)
    expect(entries).toMatchObject([
      { uid: `${gone.id}@${host()}`, status: 'CANCELLED', sequence: 1, startsAt: OFFERED },
      { uid: `${moved.id}@${host()}`, status: 'CONFIRMED', sequence: 1, ...to },
    ])
    app.clock.set(epochMs(fromIso(TEST_NOW) + 30 * DAY_MS + 1))
    expect((await readFeed(file)).entries.map(({ uid }) => uid)).toEqual([`${moved.id}@${host()}`])
  })

  test('reaches 90 days back and 400 ahead', async () => {
    const day = (days: number) => toIso(epochMs(fromIso(TEST_NOW) + days * DAY_MS))
    for (const start of [-91, -90, 399, 400].map(day)) await made(book(app, coach, client, start))
    const { entries } = await readFeed(await feedOf(coach))
    expect(entries.map(({ startsAt }) => startsAt)).toEqual([day(-90), day(399)])
  })

  test('is not sent again while nothing changed', async () => {
    const session = await made(book(app, coach, client))
    const file = await feedOf(client)
    const first = await fetchFeed(file)
    const { etag } = first.headers
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
    })
    app.clock.advance(5 * MINUTE_MS)
    const again = await fetchFeed(file, { 'if-none-match': `"other", ${String(etag)}` })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
    await made(cancel(session.id, client))
    const changed = await fetchFeed(file, { 'if-none-match': String(etag) })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('of a group shows its sessions to its members, until they leave, and not to excused ones', async () => {
    const group = await newGroup(app, coach, { name: 'Liderazgo' })
    const member = await newClient(app, coach, { name: 'Luz' })
    for (const { clientId } of [client, member]) await add(app, coach, group, { clientId })
    const { id } = await groupSession(app, coach, group)
    const [mine, theirs, coachs] = [await feedOf(client), await feedOf(member), await feedOf(coach)]
    const uids = async (file: string) => (await readFeed(file)).entries.map(({ uid }) => uid)
    expect(await uids(mine)).toEqual([`${id}@${host()}`])
    expect((await readFeed(coachs)).entries[0]!.description).toContain('Con Liderazgo')
    const { body } = await fetchFeed(mine)
    expect(body).not.toMatch(/Luz|ATTENDEE/)
    const excused = await app.call(
      'POST /v1/session/:sessionId/excuse',
      { params: { sessionId: id }, body: { reason: 'Viajo' } },
      client.token,
    )
    expect(excused.status).toBe(200)
    expect(await uids(mine)).toEqual([])
    expect(await uids(theirs)).toEqual([`${id}@${host()}`])
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, member.token)
    expect(await uids(theirs)).toEqual([])
    expect((await ics(id, member)).status).toBe(404)
  })

  test('of a coach who has not paid is closed until they have; their clients’ stay open', async () => {
    const [mine, coachs] = [await feedOf(client), await feedOf(coach)]
    await app.deps.db
      .updateTable('coaches')
      .set({ payment_status: 'none' })
      .where('id', '=', coach.userId)
      .execute()
    const closed = await fetchFeed(coachs)
    expect([closed.status, (closed.body as { code: string }).code]).toEqual([402, 'payment.required'])
    expect((await fetchFeed(mine)).status).toBe(200)
  })

  test('reads in its holder’s present language', async () => {
    await made(book(app, coach, client))
    const file = await feedOf(client)
    await app.deps.db
      .updateTable('users')
      .set({ language: 'en-US' })
      .where('id', '=', client.userId)
      .execute()
    expect((await readFeed(file)).entries[0]!.description).toContain('With Ana López\nView in Norte: ')
  })

  test('may be asked for 120 times a minute from one address, and no more', async () => {
    const flooded = await makeApp()
    const asked = () => flooded.send({ method: 'GET', url: '/v1/calendar/feed/x.ics' })
    for (let time = 1; time <= 120; time += 1) expect((await asked()).status).toBe(404)
    expect((await asked()).status).toBe(429)
    await flooded.close()
  })
})

// @spec P.55
describe('one session as a file', () => {
  test('is the same entry as in the feed, for both sides', async () => {
    const { id } = await made(book(app, coach, client))
    const answer = await ics(id, client)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="sesion-2027-02-04.ics"',
      'cache-control': 'no-store',
    })
    const { entries } = readIcalendar(answer.body as string)
    expect(entries).toEqual((await readFeed(await feedOf(client))).entries)
    expect(readIcalendar((await ics(id, coach)).body as string).entries[0]!.title).toBe(
      'Sesión 1 con Mariana',
    )
  })

  test('that is somebody else’s does not exist', async () => {
    const { id } = await made(book(app, coach, client))
    const others = [await newClient(app, coach), await newCoach(app)]
    for (const other of others) {
      const { status, body } = await ics(id, other)
      expect([status, (body as { code: string }).code]).toEqual([404, 'session.not_found'])
    }
  })
})

describe('the summary of a session', () => {
  const NOTES = 'Duda de sí misma.'
  async function held(more: Parameters<typeof close>[3] = {}) {
    const session = await made(book(app, coach, client))
    await goTo(app, toIso(addMinutes(fromIso(OFFERED), 60)), coach, client)
    await made(
      close(app, coach, session.id, {
        attendance: [{ personId: client.clientId, state: 'present' }],
        summary: 'Hablamos de la niñez.\n\nY del corazón — ¡qué bien!',
        privateNotes: NOTES,
        actions: [{ text: 'Escribir una carta', dueOn: '2027-02-10' as never }, { text: 'Dormir' }],
        ...more,
      }),
    )
    await app.settle()
    return session.id
  }
  const mailIt = (sessionId: SessionId, person: { token: string } = coach) =>
    app.call('POST /v1/session/:sessionId/summary', { params: { sessionId } }, person.token)
  const summaries = async () => {
    await app.settle()
    return (await app.mails(client.email)).filter(({ subject }) => subject.includes('resumen'))
  }
  const pdf = (sessionId: SessionId, person: { token: string }) =>
    app.send({ method: 'GET', url: `/v1/session/${sessionId}/pdf`, token: person.token })

  test('is mailed to who was there: shared words and own actions, nothing private', async () => {
    const id = await held()
    expect((await mailIt(id)).status).toBe(202)
    const [mail] = await summaries()
    expect(mail!.subject).toBe('El resumen de tu sesión con Ana López')
    expect(mail!.text).toContain('Hablamos de la niñez.\n\nY del corazón — ¡qué bien!')
    expect(mail!.text).toContain('- Escribir una carta (para el 10 de febrero de 2027)\n- Dormir')
    expect(mail!.text).not.toContain(NOTES)
  })

  test('is mailed once in ten minutes, however often and at once it is asked for', async () => {
    const id = await held()
    const answers = await Promise.all(Array.from({ length: 6 }, () => mailIt(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 202))
    expect(await summaries()).toHaveLength(1)
    app.clock.advance(10 * MINUTE_MS - 1)
    await mailIt(id)
    expect(await summaries()).toHaveLength(1)
    app.clock.advance(1)
    await mailIt(id)
    expect(await summaries()).toHaveLength(2)
  })

  test('is not mailed to somebody who was not there', async () => {
    const id = await held({ attendance: [{ personId: client.clientId, state: 'absent' }] })
    expect((await mailIt(id)).status).toBe(202)
    expect(await summaries()).toEqual([])
  })

  test('is only of a session that was held, and only its coach mails it', async () => {
    const { id } = await made(book(app, coach, client))
    expect((await mailIt(id)).refusal.code).toBe('session.wrong_state')
    expect((await pdf(id, coach)).status).toBe(409)
    expect((await mailIt(id, client)).status).toBe(403)
    const other = await newCoach(app)
    expect((await mailIt(id, other)).refusal.code).toBe('session.not_found')
    for (const stranger of [other, await newClient(app, coach)]) {
      expect((await pdf(id, stranger)).status).toBe(404)
    }
  })

  const wordsOf = async (bytes: Buffer) =>
    (await extractText(new Uint8Array(bytes), { mergePages: true })).text

  // @spec P.56
  test('is a PDF with its words and the year, for both sides, without the private notes', async () => {
    const id = await held({ summary: 'Hablamos de la niñez 🙂\n\nY del corazón ❤️ — ¡qué bien!' })
    for (const person of [coach, client]) {
      const { status, headers, bytes } = await pdf(id, person)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="resumen-2027-02-04.pdf"',
      })
      expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.4')
      const words = await wordsOf(bytes)
      expect(words).toContain('jueves 4 de febrero de 2027')
      expect(words).toContain('Hablamos de la niñez 🙂')
      expect(words).toContain('Y del corazón ❤️ — ¡qué bien!')
      expect(words).toContain('Escribir una carta (para el 10 de febrero de 2027)')
      expect(words).toContain('Página 1 de 1')
      expect(words).not.toContain(NOTES)
    }
  })

  test('many PDFs asked for by one person are limited, and nobody else waits behind them', async () => {
    const id = await held({ summary: 'x'.repeat(10_000) })
    const many = Array.from({ length: 30 }, () => pdf(id, coach))
    expect((await pdf(id, client)).status).toBe(200)
    const answers = await Promise.all(many)
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
    expect(refused.length).toBe(30 - answers.filter(({ status }) => status === 200).length)
    expect(refused[0]!.body).toMatchObject({
      code: 'request.too_many',
      error: 'Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.',
    })
  })
})
