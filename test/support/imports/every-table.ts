import type { MemorandumId, PeerId, SessionId } from '#contract/values.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { MINUTE_MS, type EpochMs, epochMs, fromIso } from '#time/clock.ts'
import type { TestApp } from '#test/support/app.ts'
import { block, changeBlock, override, removeBlock } from '#test/support/calendars.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import { formOf } from '#test/support/forms.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { notesIn } from '#test/support/notes/notes.ts'
import { type TestClient, type TestCoach, newClient } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { eraseNow } from '#test/support/privacy/erase.ts'
import { newResource } from '#test/support/resources/uploads.ts'
import { book, close, goTo, hours, lifeOf, made } from '#test/support/sessions.ts'
import type { Entries } from './archives.ts'
import { practiceToMove, write } from './practice.ts'

/** Monday 1 February 2027, 9:00 in Mexico City, the day before TEST_NOW. */
const HELD = '2027-02-01T15:00:00.000Z'
const AHEAD = '2027-02-04T15:00:00.000Z'
const MORNINGS = ['2027-02-05T15:00:00.000Z', '2027-02-05T16:00:00.000Z'] as const

/**
 * The archive of a small practice with what the demo has nothing of: together they have a row of every table that is read back,
 * and a value in every column. Begins before `HELD` and leaves the clock after it.
 */
export async function practiceOfEveryTable(app: TestApp): Promise<{ coach: TestCoach; archive: Entries }> {
  const practice = await practiceToMove(app)
  const { coach, client } = practice
  await showBrand(app, coach)
  await describeClient(app, coach, client)
  await blockTime(app, coach)
  const group = await newGroup(app, coach, { name: 'Liderazgo' })
  const member = await newMember(app, coach, group)
  const { id: groupId } = group
  good(
    await app.call(
      'PUT /v1/group/:groupId',
      { params: { groupId }, body: { companyName: 'Norte' } },
      coach.token,
    ),
  )
  await sendPicture(app, coach, `/v1/group/${groupId}/photo`, 'photo')
  const session = await made(book(app, coach, client, HELD, { title: 'Entrevista' }))
  const ofGroup = await made(
    app.call(
      'POST /v1/session',
      { body: { type: 'Group', groupId, ...hours(AHEAD), outsideHours: true } },
      coach.token,
    ),
  )
  good(await lifeOf(app).excuse(member, ofGroup.id))
  await work(app, coach, client, { groupId, sessionId: session.id })
  await hold(app, coach, client, session.id)
  await leave(app, coach)
  return { coach, archive: await exportOf(app, coach) }
}

async function sendPicture(app: TestApp, { token }: TestCoach, url: string, field: string): Promise<void> {
  const part = { field, file: 'foto.png', type: 'image/png', bytes: await picture() }
  good(await app.send({ method: 'POST', url, token, ...formOf(part) }))
}

async function showBrand(app: TestApp, coach: TestCoach): Promise<void> {
  const url = `/v1/coach/custom/${coach.userId}`
  const body = { companyName: 'Norte Coaching', colorUI: '3E1293' }
  good(await app.send({ method: 'POST', url, token: coach.token, body }))
  await sendPicture(app, coach, url, 'logo')
}

async function describeClient(app: TestApp, coach: TestCoach, { clientId }: TestClient): Promise<void> {
  const body = { country: 'Mexico', city: 'Puebla', startDate: '2027-01-11' } as const
  good(await app.call('PUT /v1/client/:clientId', { params: { clientId }, body }, coach.token))
  await sendPicture(app, coach, `/v1/client/${clientId}/photo`, 'photo')
}

/** Hours of some dates, blocked time by itself, in a series, and without end; of that one day is given back and one moved. */
async function blockTime(app: TestApp, coach: TestCoach): Promise<void> {
  good(await override(app, coach, '2027-02-08', '2027-02-09', [{ start: '20:00', end: '22:00' }]))
  good(await override(app, coach, '2027-02-10', '2027-02-10', []))
  const weekly = { frequency: 'weekly', interval: 1 } as const
  await block(app, coach, '2027-03-01T15:00:00.000Z', '2027-03-01T16:00:00.000Z')
  await block(app, coach, '2027-03-02T15:00:00.000Z', '2027-03-02T16:00:00.000Z', {
    title: 'Dentista',
    recurrence: { ...weekly, count: 3 },
  })
  const daily = { ...weekly, weekdays: [1, 2, 3, 4, 5] }
  const [first] = await block(app, coach, ...MORNINGS, { title: 'Lectura', recurrence: daily })
  good(await removeBlock(app, coach, first!.id, 'one'), 204)
  const [other] = await block(app, coach, '2027-02-05T20:00:00.000Z', '2027-02-05T21:00:00.000Z', {
    title: 'Comida',
    recurrence: daily,
  })
  const longer = hours('2027-02-05T20:00:00.000Z', 90)
  good(await changeBlock(app, coach, other!.id, { title: 'Comida larga', ...longer }))
}

type About = { groupId: Awaited<ReturnType<typeof newGroup>>['id']; sessionId: SessionId }

/** What coach and client work on, about the session and the group. */
async function work(
  app: TestApp,
  coach: TestCoach,
  client: TestClient,
  { groupId, sessionId }: About,
): Promise<void> {
  const { clientId } = client
  const goal = { clientId, title: 'Delegar dos proyectos', measure: 'percent' } as const
  const { id: goalId } = good(await app.call('POST /v1/goal', { body: goal }, coach.token), 201)
  await notesIn(app).write(coach, { clientId }, 'Delega mejor.', { sessionId, goalId })
  const action = { clientId, text: 'Practicar cada mañana', goalId, sessionId }
  const { id: actionId } = good(await app.call('POST /v1/action', { body: action }, coach.token), 201)
  const params = { actionId }
  good(await app.call('PUT /v1/action/:actionId', { params, body: { comment: 'Me costó.' } }, client.token))
  const dropped = { status: 'wontDo', reason: 'Cambié de trabajo.' } as const
  good(await app.call('PUT /v1/action/:actionId/status', { params, body: dropped }, client.token))
  const memorandum = async (about: object): Promise<MemorandumId> => {
    const body = { description: 'Preparar el cierre', date: '2027-02-10', ...about }
    return good(await app.call('POST /v1/memorandum', { body }, coach.token), 201).id
  }
  await memorandum({ groupId })
  const memorandumId = await memorandum({ sessionId })
  good(
    await app.call(
      'POST /v1/memorandum/:memorandumId/postpone',
      { params: { memorandumId }, body: { date: '2027-02-17' } },
      coach.token,
    ),
  )
  const { id: resourceId } = await newResource(app, coach)
  good(
    await app.call(
      'POST /v1/resource/:resourceId/assign',
      { params: { resourceId }, body: { sessionId } },
      coach.token,
    ),
  )
}

/** The session is held in our room and closed. */
async function hold(app: TestApp, coach: TestCoach, client: TestClient, sessionId: SessionId): Promise<void> {
  const { db } = app.deps
  const at = (minutes: number): EpochMs => epochMs(fromIso(HELD) + minutes * MINUTE_MS)
  await db
    .insertInto('calls')
    .values({ session_id: sessionId, revision: 1, created_at: toTimestamp(at(0)) })
    .execute()
  const stays = [
    { user_id: coach.userId, client_id: null, joined_at: toTimestamp(at(0)), left_at: toTimestamp(at(55)) },
    // Who was lost did not leave.
    { user_id: client.userId, client_id: client.clientId, joined_at: toTimestamp(at(2)), left_at: null },
  ]
  await db
    .insertInto('call_stays')
    .values(
      stays.map((stay) => ({
        ...stay,
        id: app.deps.newId(),
        session_id: sessionId,
        seen_at: stay.left_at ?? toTimestamp(at(54)),
        peer_id: app.deps.newId<PeerId>(),
        sends_audio: true,
        sends_video: true,
        shares_screen: false,
        raises_hand: false,
      })),
    )
    .execute()
  await goTo(app, '2027-02-01T16:00:00.000Z', coach, client)
  good(
    await close(app, coach, sessionId, {
      attendance: [{ personId: client.clientId, state: 'present' }],
      privateNotes: 'Está cansado.',
    }),
  )
}

/** Somebody wrote something, and their account is gone since. */
async function leave(app: TestApp, coach: TestCoach): Promise<void> {
  const person = await newClient(app, coach, { name: 'Eva' })
  await write(app, person, person.clientId, 'Gracias por todo.')
  await eraseNow(app, person)
}
