import type { ClientId, GroupId, MessageKey, RoomId } from '#contract/values.ts'
import type { TestApp } from '../app.ts'
import { add, good, newGroup } from '../groups.ts'
import { uploadAttachment } from '../messages/attachments.ts'
import type { TestClient, TestCoach } from '../people.ts'
import { pdf } from '../resources/files.ts'
import { sendPart } from '../resources/uploads.ts'
import { ask, book, close, goTo, lifeOf, made } from '../sessions.ts'
import { importList, putContacts, signInFrom } from './ways-in.ts'

/** What every word of the client contains; nothing else does. */
export const CLIENT_STEM = 'Rubelita'

/**
 * Has a client write into every text that is theirs: about themselves, in messages, sessions, actions and goals, alone and in a
 * group. `kept` are the words of the coach about them, which stay.
 */
export async function writeAsClient(
  app: TestApp,
  coach: TestCoach,
  client: TestClient,
  /** An address that they had before. */
  earlier: string,
) {
  let serial = 0
  const word = (what: string) => `${CLIENT_STEM}${(serial += 1)} ${what}`
  await writeOfThemselves(app, client, word)
  const { kept, groupId } = await writeInSessions(app, coach, client, word)
  await writeMessages(app, client, word, client.clientId)
  await writeMessages(app, client, word, groupId)
  await writeActions(app, coach, client, word)
  await writeGoals(app, coach, client, word)
  await signInFrom(app, client, word)
  await importList(app, coach, earlier, word)
  return { kept, words: serial }
}

export type Word = (what: string) => string

async function writeOfThemselves(app: TestApp, { userId, token }: TestClient, word: Word) {
  const at = { params: { userId } }
  const profile = {
    name: word('nombre').slice(0, 60),
    lastName: word('apellido'),
    jobOcuppation: word('oficio'),
    birthday: '1990-05-01' as never,
    aboutMe: word('sobre mí'),
    expectations: word('espero'),
  }
  good(await app.call('PUT /v1/user/:userId/profile', { ...at, body: profile }, token))
  const links = Object.fromEntries(
    (['facebook', 'instagram', 'twitter', 'linkedIn'] as const).map((link) => [
      link,
      `https://example.org/${CLIENT_STEM}`,
    ]),
  )
  const residence = { id: userId, country: 'Mexico', city: word('ciudad'), timezone: 'America/Mexico_City' }
  good(await app.call('PUT /v1/user/:userId', { ...at, body: { ...residence, ...links } }, token))
  await putContacts(app, userId, word)
}

async function writeInSessions(app: TestApp, coach: TestCoach, client: TestClient, word: Word) {
  const life = lifeOf(app)
  const asked = await made(
    ask(app, client, '2027-02-05T15:00:00.000Z', { objective: word('quiero hablar de') }),
  )
  good(await life.cancel(client, asked.id, word('no puedo')))
  await made(ask(app, client, '2027-02-05T17:00:00.000Z', { objective: word('otra cosa') }))
  const held = await made(book(app, coach, client, '2027-02-03T16:00:00.000Z'))
  await goTo(app, '2027-02-03T14:00:00.000Z')
  good(await life.prepare(client, held.id, { focus: word('foco') }))
  good(await life.agenda(client, held.id, { op: 'add', text: word('punto') }))
  const group = await newGroup(app, coach, { status: 'running' })
  good(await add(app, coach, group, { clientId: client.clientId }), 201)
  const ofGroup = await made(
    app.call(
      'POST /v1/session',
      {
        body: {
          type: 'Group',
          groupId: group.id,
          startsAt: '2027-02-03T20:00:00.000Z',
          endsAt: '2027-02-03T21:00:00.000Z',
          outsideHours: true,
        },
      },
      coach.token,
    ),
  )
  good(await life.excuse(client, ofGroup.id, word('estoy de viaje')))
  await app.settle()
  await goTo(app, '2027-02-03T17:05:00.000Z', client, coach)
  const kept = 'Obsidiana, resumen de la coach'
  await made(close(app, coach, held.id, { summary: kept }))
  good(await life.rate(client, held.id, { comment: word('opinión') }))
  return { kept, groupId: group.id }
}

async function writeMessages(app: TestApp, client: TestClient, word: Word, room: ClientId | GroupId) {
  const roomId = room as string as RoomId
  const file = await uploadAttachment(app, client, roomId, {
    name: `${word('archivo')}.pdf`,
    bytes: pdf(CLIENT_STEM),
  })
  const body = { text: word('mensaje'), clientKey: app.deps.newId<MessageKey>(), attachments: [file.id] }
  good(await app.call('POST /v1/message/:roomId', { params: { roomId }, body }, client.token), 201)
}

async function writeActions(app: TestApp, coach: TestCoach, client: TestClient, word: Word) {
  const own = { text: word('acción'), detail: word('detalle') }
  const { id: actionId } = good(await app.call('POST /v1/action', { body: own }, client.token), 201)
  const given = { clientId: client.clientId, text: 'Obsidiana, acción de la coach' }
  const theirs = good(await app.call('POST /v1/action', { body: given }, coach.token), 201)
  const at = { params: { actionId: theirs.id } }
  good(
    await app.call(
      'PUT /v1/action/:actionId',
      { ...at, body: { comment: word('comentario') } },
      client.token,
    ),
  )
  const bytes = pdf(CLIENT_STEM)
  const announced = { ...at, body: { name: `${word('prueba')}.pdf`, byteSize: bytes.length } }
  const { id: fileId } = good(
    await app.call('POST /v1/action/:actionId/attachment', announced, client.token),
    201,
  )
  await sendPart(app, client, fileId, 0, bytes)
  const params = { actionId: theirs.id, fileId }
  good(await app.call('POST /v1/action/:actionId/attachment/:fileId/finish', { params }, client.token))
  // What the coach began has the words of the client from then on.
  const reworded = { text: word('acción de otro modo'), detail: word('detalle de otro modo') }
  good(await app.call('PUT /v1/action/:actionId', { ...at, body: reworded }, client.token))
  const ending = { ...at, body: { status: 'wontDo' as const, reason: word('razón') } }
  good(await app.call('PUT /v1/action/:actionId/status', ending, client.token))
  const last = { params: { actionId }, body: { status: 'done' as const } }
  good(await app.call('PUT /v1/action/:actionId/status', last, client.token))
}

async function writeGoals(app: TestApp, coach: TestCoach, client: TestClient, word: Word) {
  const own = {
    title: word('meta'),
    why: word('por qué'),
    measure: 'milestones' as const,
    milestones: [{ text: word('hito') }],
  }
  good(await app.call('POST /v1/goal', { body: own }, client.token), 201)
  const given = {
    clientId: client.clientId,
    title: 'Obsidiana, meta de la coach',
    measure: 'percent' as const,
    baseline: 0,
    target: 100,
  }
  const theirs = good(await app.call('POST /v1/goal', { body: given }, coach.token), 201)
  const at = { params: { goalId: theirs.id } }
  const steps = {
    clientId: client.clientId,
    title: 'Paso a paso',
    measure: 'milestones' as const,
    milestones: [{ text: 'El primero' }],
  }
  const walked = good(await app.call('POST /v1/goal', { body: steps }, coach.token), 201)
  const on = { params: { goalId: walked.id } }
  const changed = {
    title: word('paso'),
    why: word('por qué este'),
    area: word('área').slice(0, 40),
    milestones: [{ id: walked.milestones[0]!.id, text: word('el primero') }, { text: word('el segundo') }],
  }
  const after = good(await app.call('PUT /v1/goal/:goalId', { ...on, body: changed }, client.token))
  const ticked = { milestones: [{ id: after.milestones[0]!.id, done: true }] }
  good(await app.call('POST /v1/goal/:goalId/checkin', { ...on, body: ticked }, client.token))
  good(await app.call('PUT /v1/goal/:goalId', { ...on, body: { title: 'Paso de la coach' } }, coach.token))
  const noted = { ...at, body: { value: 20, comment: word('avance') } }
  good(await app.call('POST /v1/goal/:goalId/checkin', noted, client.token))
  const ending = { ...at, body: { status: 'partial' as const, reflection: word('reflexión') } }
  good(await app.call('PUT /v1/goal/:goalId/status', ending, client.token))
}
