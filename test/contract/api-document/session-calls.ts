import type { ClientId } from '#contract/values.ts'
import type { TestApp } from '#test/support/app.ts'
import { block, calendarTime, override, whyNot } from '#test/support/calendars.ts'
import { newGroup } from '#test/support/groups.ts'
import type { TestClient, TestCoach } from '#test/support/people.ts'
import { ask, book, close, hours, lifeOf, made, offered, setCalendar } from '#test/support/sessions.ts'

/** The coach's calendar: hours, special days, blocked time, calendars of other programs. */
export async function callCalendar(app: TestApp, coach: TestCoach): Promise<void> {
  const { token, userId: coachId } = coach
  const practice = { params: { coachId } }
  await app.call('GET /v1/coach/recurring-calendar/:coachId', practice, token)
  await app.call('POST /v1/coach/norte-offer/:coachId', { ...practice, body: { take: true } }, token)
  await setCalendar(app, coach, { stepMin: 30 })
  await offered(app, coach, coach, '2027-02-03', '2027-02-05')
  await override(app, coach, '2027-02-15', '2027-02-16', [{ start: '09:00', end: '12:00' }] as never)
  await whyNot(app, coach, '2027-02-15T02:00:00.000Z')
  const [blocked] = await block(app, coach, '2027-02-10T20:00:00.000Z', '2027-02-10T21:00:00.000Z', {
    title: 'Dentista',
  })
  await calendarTime(app, coach, '2027-02-01T06:00:00.000Z', '2027-03-01T06:00:00.000Z')
  const one = { params: { coachId, blockId: blocked!.id } }
  const later = hours('2027-02-10T21:00:00.000Z')
  await app.call('PUT /v1/coach/block/:coachId/:blockId', { ...one, body: later }, token)
  await app.call('DELETE /v1/coach/block/:coachId/:blockId', { ...one, query: { scope: 'one' } }, token)
  await app.call('POST /v1/coach/block/:coachId/:blockId/restore', one, token)
  await app.call('GET /v1/calendar/import', {}, token)
  await app.call('PUT /v1/calendar/import', { body: { url: null } }, token)
  const { url } = (await app.call('POST /v1/calendar/feed', {}, token)).body
  await app.call('GET /v1/calendar/feed', {}, token)
  await app.send({ method: 'GET', url: new URL(url!).pathname })
  await app.call('DELETE /v1/calendar/feed', {}, token)
}

/** A session from the request to the record. */
export async function callSessions(app: TestApp, coach: TestCoach, client: TestClient): Promise<void> {
  const life = lifeOf(app)
  const { token } = coach
  const { clientId } = client
  const preview = { type: 'Client' as const, clientId, ...hours('2027-02-05T15:00:00.000Z') }
  await app.call('POST /v1/session/preview', { body: preview }, token)
  const { id } = await made(ask(app, client, '2027-02-04T15:00:00.000Z', { objective: 'Llegar con calma.' }))
  await app.call(
    'POST /v1/session/:sessionId/confirm',
    { params: { sessionId: id }, body: { channel: 'meet', meetingUrl: 'https://meet.example.org/ana' } },
    token,
  )
  await life.get(coach, id)
  await life.edit(coach, id, { title: 'Entrevista' })
  await life.agenda(coach, id, { op: 'add', text: 'La entrevista del lunes' })
  await life.writeBrief(coach, id, 'Preguntar por la junta del martes.')
  await life.brief(coach, id)
  await life.reschedule(coach, id, '2027-02-05T15:00:00.000Z')
  await life.history(coach, id)
  await app.call('GET /v1/session/:sessionId/ics', { params: { sessionId: id } }, token)
  const tomorrow = await made(book(app, coach, client, '2027-02-03T14:00:00.000Z'))
  await life.prepare(client, tomorrow.id)
  await app.call('GET /v1/session/:sessionId/call', { params: { sessionId: tomorrow.id } }, token)
  await callMoves(app, coach, client)
  await callLists(app, coach, client)
  await callRecord(app, coach, client)
}

/** Requests that are answered otherwise, and moves that a client asks for. */
async function callMoves(app: TestApp, coach: TestCoach, client: TestClient) {
  const life = lifeOf(app)
  const refused = await made(ask(app, client, '2027-02-08T15:00:00.000Z'))
  await life.reject(coach, refused.id)
  const answered = await made(ask(app, client, '2027-02-08T16:00:00.000Z'))
  await life.propose(coach, answered.id, '2027-02-08T18:00:00.000Z')
  await life.accept(client, answered.id, '2027-02-08T18:00:00.000Z')
  await life.cancel(coach, answered.id)

  const soon = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
  for (const answer of [life.withdrawMove, life.declineMove, life.acceptMove]) {
    await life.reschedule(client, soon.id, '2027-02-09T15:00:00.000Z')
    await answer(answer === life.withdrawMove ? client : coach, soon.id)
  }
}

async function callLists(app: TestApp, coach: TestCoach, client: TestClient) {
  const { clientId } = client
  const { userId: coachId, token } = coach
  await app.call('GET /v1/session/coach/:coachId', { params: { coachId }, query: {} }, token)
  await app.call('GET /v1/session/Client/:clientId', { params: { clientId }, query: {} }, client.token)
  const group = await newGroup(app, coach, { status: 'running', name: 'Grupo 3' })
  const params = { groupId: group.id }
  await app.call('POST /v1/group/:groupId/member', { params, body: { clientId } }, token)
  const body = {
    type: 'Group' as const,
    groupId: group.id,
    ...hours('2027-02-11T15:00:00.000Z'),
    outsideHours: true,
  }
  const { id } = await made(app.call('POST /v1/session', { body }, token))
  await app.call('GET /v1/session/Group/:groupId', { params, query: {} }, token)
  const life = lifeOf(app)
  await life.excuse(client, id)
  await life.withdrawExcuse(client, id)
}

/** A session of yesterday: closed, corrected, rated, mailed, and its actions. */
async function callRecord(app: TestApp, coach: TestCoach, client: TestClient) {
  const life = lifeOf(app)
  const { clientId } = client
  const { id } = await made(book(app, coach, client, '2027-02-01T16:00:00.000Z'))
  const closed = await close(app, coach, id, {
    attendance: [{ personId: clientId, state: 'present' }],
    actions: [{ text: 'Practicar cada mañana' }],
  })
  await life.correct(coach, id, { attendance: [{ personId: clientId, state: 'present' }] })
  await life.rate(client, id)
  const at = { params: { sessionId: id } }
  await app.call('POST /v1/session/:sessionId/summary', at, coach.token)
  await app.call('GET /v1/session/:sessionId/pdf', at, coach.token)
  await app.call(
    'POST /v1/action',
    { body: { clientId, text: 'Escribir tres logros de la semana', dueOn: '2027-02-10' } },
    coach.token,
  )
  await app.call('GET /v1/action/Client/:clientId', { params: { clientId }, query: {} }, client.token)
  await app.call(
    'PUT /v1/action/:actionId/status',
    { params: { actionId: closed.body.actions[0]!.id }, body: { status: 'done' } },
    client.token,
  )
  await memorandumCalls(app, coach, { clientId })
  const actionAt = { params: { actionId: closed.body.actions[0]!.id } }
  await app.call('PUT /v1/action/:actionId', { ...actionAt, body: { comment: 'Me ayudó.' } }, client.token)
  await app.call('GET /v1/action/:actionId', actionAt, coach.token)
  const { userId: coachId } = coach
  await app.call('GET /v1/action/coach/:coachId', { params: { coachId }, query: {} }, coach.token)
  await app.call('DELETE /v1/action/:actionId', actionAt, coach.token)
  await app.call('POST /v1/action/:actionId/restore', actionAt, coach.token)
}

/** A coach's notes to themselves. */
async function memorandumCalls(app: TestApp, coach: TestCoach, { clientId }: { clientId: ClientId }) {
  const { token, userId: coachId } = coach
  const written = await app.call(
    'POST /v1/memorandum',
    { body: { description: 'Enviarle el artículo sobre delegar', date: '2027-02-05', clientId } },
    token,
  )
  const params = { memorandumId: written.body.id }
  await app.call(
    'GET /v1/memorandum/coach/:coachId',
    { params: { coachId }, query: { status: 'open' } },
    token,
  )
  await app.call('GET /v1/memorandum/Client/:clientId', { params: { clientId }, query: {} }, token)
  await app.call('GET /v1/memorandum/:memorandumId', { params }, token)
  await app.call('PUT /v1/memorandum/:memorandumId', { params, body: { priority: 'high' } }, token)
  await app.call('POST /v1/memorandum/:memorandumId/postpone', { params, body: { to: 'nextMonday' } }, token)
  await app.call('PUT /v1/memorandum/:memorandumId/status', { params, body: { status: 'done' } }, token)
  await app.call('DELETE /v1/memorandum/:memorandumId', { params }, token)
  await app.call('POST /v1/memorandum/:memorandumId/restore', { params }, token)
}
