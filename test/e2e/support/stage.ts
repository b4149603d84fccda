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
}

type Body = Record<string, unknown>

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
  const session = async (token: string, body: Body) =>
    (
      await callApi<{ id: string }>(server, 'POST', '/v1/session', {
        token,
        body: { type: 'Client', ...body },
      })
    ).id
  const book = (startsAt: string, endsAt: string) =>
    session(coach.token, {
      clientId: client.clientId,
      startsAt,
      endsAt,
      outsideHours: true,
      channel: 'meet',
      meetingUrl: 'https://meet.example.org/mariana',
    })
  const closed = await book('2027-01-26T16:00:00.000Z', '2027-01-26T17:00:00.000Z')
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
  await callApi(server, 'POST', `/v1/session/${closed}/feedback`, {
    token: client.token,
    body: { heard: 9, focus: 8, clarity: 10, progress: 7, comment: 'Me sirvió ponerle fecha.' },
  })
  return {
    coach,
    client,
    groupId,
    sessions: {
      closed,
      toClose: await book('2027-02-01T16:00:00.000Z', '2027-02-01T17:00:00.000Z'),
      confirmed: await book('2027-02-02T18:00:00.000Z', '2027-02-02T19:00:00.000Z'),
      requested: await session(client.token, {
        startsAt: '2027-02-04T16:00:00.000Z',
        endsAt: '2027-02-04T17:00:00.000Z',
        objective: 'Preparar mi evaluación',
      }),
    },
  }
}
