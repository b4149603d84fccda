import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { stageGroup, stageMember } from './groups.ts'
import { type StagedClient, type StagedCoach, callApi, stageClient, stageCoach } from './people.ts'
import type { TestServer } from './server.ts'

/** A practice with something on every screen. */
export type Stage = {
  coach: StagedCoach
  client: StagedClient
  /** Ids by what they are: a request, a confirmed session to come, one to close, a closed one. */
  sessions: { requested: string; confirmed: string; toClose: string; closed: string }
  /** A group with the client, somebody invited and a seat that is free. */
  groupId: string
  /** One of today; others are overdue, to come and done. */
  memorandumId: string
  /** A goal of the client that has come some way, with a milestone. */
  goalId: string
  /** A text that the client has. */
  resourceId: string
}

/** Books a session of a coach with their client, by the API; answers its id. */
export function stageSession(
  server: TestServer,
  { token }: StagedCoach,
  { clientId }: StagedClient,
  startsAt: string,
  endsAt: string,
): Promise<string> {
  const meetingUrl = 'https://meet.example.org/mariana'
  return post(server, token, { clientId, startsAt, endsAt, outsideHours: true, channel: 'meet', meetingUrl })
}

/** A session that the client asks for, two days after JOURNEY_NOW, by the API; answers its id. */
export function stageRequest(server: TestServer, { token }: StagedClient): Promise<string> {
  return post(server, token, {
    startsAt: '2027-02-04T16:00:00.000Z',
    endsAt: '2027-02-04T17:00:00.000Z',
    objective: 'Preparar mi evaluación',
  })
}

/** A session of the week before, closed with a summary and three actions, by the API; answers its id. */
export async function stageClosed(
  server: TestServer,
  coach: StagedCoach,
  client: StagedClient,
): Promise<string> {
  const [startsAt, endsAt] = ['2027-01-26T16:00:00.000Z', '2027-01-26T17:00:00.000Z']
  const closed = await stageSession(server, coach, client, startsAt, endsAt)
  await callApi(server, 'POST', `/v1/session/${closed}/close`, {
    token: coach.token,
    body: {
      outcome: 'completed',
      realMinutes: 55,
      attendance: [{ personId: client.clientId, state: 'present' }],
      summary: 'Acordamos hablar con su jefa esta semana.',
      privateNotes: 'La noté cansada.',
      actions: [
        { text: 'Pedir la reunión con mi jefa', dueOn: '2027-02-02' },
        { text: 'Escribir tres logros del año' },
        { text: 'Dormir siete horas', dueOn: '2027-01-30' },
      ],
    },
  })
  return closed
}

/** The client's ratings of a closed session, with a comment, by the API. */
export async function stageFeedback(
  server: TestServer,
  { token }: StagedClient,
  sessionId: string,
): Promise<void> {
  const body = { heard: 9, focus: 8, clarity: 10, progress: 7, comment: 'Me sirvió ponerle fecha.' }
  await callApi(server, 'POST', `/v1/session/${sessionId}/feedback`, { token, body })
}

/** A memorandum of a coach, by the API; answers its id. */
async function stageMemorandum(
  server: TestServer,
  { token }: StagedCoach,
  memorandum: Record<string, string>,
): Promise<string> {
  return (await callApi<{ id: string }>(server, 'POST', '/v1/memorandum', { token, body: memorandum })).id
}

/** A goal of the client by their coach, with a milestone and progress, by the API; answers its id. */
export async function stageGoal(
  server: TestServer,
  { token }: StagedCoach,
  { clientId }: StagedClient,
): Promise<string> {
  const goal = await callApi<{ id: string }>(server, 'POST', '/v1/goal', {
    token,
    body: {
      clientId,
      title: 'Delegar tres decisiones',
      why: 'Llegar a casa sin pendientes ajenos',
      area: 'Trabajo',
      measure: 'number',
      baseline: 0,
      target: 3,
      unit: 'decisiones',
      startDate: '2027-01-11',
      targetDate: '2027-03-15',
      milestones: [{ text: 'Elegir cuáles soltar' }],
    },
  })
  for (const noted of [
    { value: 1, date: '2027-01-25', comment: 'Las compras' },
    { value: 2, date: '2027-02-01' },
  ]) {
    await callApi(server, 'POST', `/v1/goal/${goal.id}/checkin`, { token, body: noted })
  }
  return goal.id
}

/** A text of the library that the client has, by the API; answers its id. */
async function stageResource(
  server: TestServer,
  { token }: StagedCoach,
  { clientId }: StagedClient,
): Promise<string> {
  const body = {
    type: 'text',
    title: 'Respiración',
    status: 'published',
    body: textSaying('Respira.', 'Otra vez.'),
  }
  const { id } = await callApi<{ id: string }>(server, 'POST', '/v1/resource', { token, body })
  const given = { clientIds: [clientId], message: 'Para la mañana.' }
  await callApi(server, 'POST', `/v1/resource/${id}/assign`, { token, body: given })
  return id
}

async function post(server: TestServer, token: string, session: Record<string, unknown>): Promise<string> {
  const body = { type: 'Client', ...session }
  return (await callApi<{ id: string }>(server, 'POST', '/v1/session', { token, body })).id
}

/** Made by the API around JOURNEY_NOW. */
export async function stagePractice(server: TestServer): Promise<Stage> {
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  await callApi(server, 'POST', '/v1/client', {
    token: coach.token,
    body: {
      name: 'Renata',
      lastName: 'Villaseñor',
      email: `renata.${coach.id}@correo.example`,
      invite: true,
    },
  })
  const groupId = await stageGroup(server, coach, {
    name: 'Primeras jefaturas',
    objective: 'Dirigir sin hacerlo todo',
    capacity: 3,
  })
  await stageMember(server, coach, groupId, { clientId: client.clientId })
  await stageMember(server, coach, groupId, {
    name: 'Iván',
    lastName: 'Rosales',
    email: `ivan.${coach.id}@correo.example`,
  })
  const book = (startsAt: string, endsAt: string) => stageSession(server, coach, client, startsAt, endsAt)
  const memorandumId = await stageMemorandum(server, coach, {
    description: 'Preparar la pregunta de apertura de la sesión',
    date: '2027-02-02',
    time: '19:00',
    clientId: client.clientId,
    priority: 'high',
  })
  await stageMemorandum(server, coach, {
    description: 'Enviar el temario al grupo',
    date: '2027-02-05',
    recurrence: 'weekly',
    groupId,
  })
  const closed = await stageClosed(server, coach, client)
  await stageFeedback(server, client, closed)
  const resourceId = await stageResource(server, coach, client)
  return {
    coach,
    client,
    groupId,
    memorandumId,
    goalId: await stageGoal(server, coach, client),
    resourceId,
    sessions: {
      closed,
      toClose: await book('2027-02-01T16:00:00.000Z', '2027-02-01T17:00:00.000Z'),
      confirmed: await book('2027-02-02T18:00:00.000Z', '2027-02-02T19:00:00.000Z'),
      requested: await stageRequest(server, client),
    },
  }
}
