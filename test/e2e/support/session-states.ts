import type { SessionDto } from '#contract/sessions/sessions.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { expect } from './fixtures.ts'
import { stageGroup, stageMember } from './groups.ts'
import { SOON, type StagedClient, type StagedCoach, callApi, stageClient, stageCoach } from './people.ts'
import { JOURNEY_NOW, type TestServer } from './server.ts'

/** Everything a session can be, as both of its people see it (product §9). */
const STATES = [
  'requested',
  'proposed',
  'confirmed',
  'movePending',
  'moveDeclined',
  'running',
  'toClose',
  'closed',
  'cancelledByCoach',
  'cancelledByClient',
  'cancelledLate',
  'rejected',
  'expired',
  'missedByClient',
  'missedByCoach',
  'series',
  'ofGroup',
  'ofGroupExcused',
  'ofGroupClosed',
] as const
export type SessionState = (typeof STATES)[number]

/** A coach and a client with one session in each state, and a group that both belong to. */
export type States = {
  coach: StagedCoach
  client: StagedClient
  groupId: string
  sessions: Record<SessionState, string>
}

/** Five days before JOURNEY_NOW: long enough for a request to lapse, and the sign-ins of then still count. */
const BEGUN = '2027-01-28T14:20:00.000Z'

/** What the two wrote themselves, and the group's name: it stays in their language for every reader. */
const SAID = {
  objective: 'Preparar mi evaluación',
  rejected: 'Ese día estoy de viaje.',
  cancelledByClient: 'Me surgió un viaje de trabajo.',
  cancelledByCoach: 'Tengo consulta médica.',
  cancelledLate: 'Se me juntó todo hoy.',
  excused: 'Estaré en un curso.',
  notes: 'La noté cansada.',
  action: 'Pedir la reunión con mi jefa',
  summary: 'Acordamos hablar con su jefa esta semana.',
  groupSummary: 'Cada quien trajo un caso de su equipo.',
  group: 'Primeras jefaturas',
} as const
export const WRITTEN: readonly string[] = Object.values(SAID)

type Body = Record<string, unknown>

/** Made by the API, what takes time in the days before JOURNEY_NOW; leaves the server's clock there. */
export async function stageStates(server: TestServer): Promise<States> {
  await server.jumpTo(BEGUN)
  const coach = await stageCoach(server)
  const client = await stageClient(server, coach)
  const post = (token: string, path: string, body: Body) =>
    callApi<SessionDto>(server, 'POST', `/v1/session${path}`, { token, body })
  /** An hour that starts then. */
  const hour = (startsAt: string) => ({
    startsAt: toIso(fromIso(startsAt)),
    endsAt: toIso(addMinutes(fromIso(startsAt), 60)),
  })
  const book = async (startsAt: string, rest: Body = {}) =>
    (
      await post(coach.token, '', {
        type: 'Client',
        clientId: client.clientId,
        outsideHours: true,
        channel: 'meet',
        meetingUrl: 'https://meet.example.org/mariana',
        ...rest,
        ...hour(startsAt),
      })
    ).id
  const ask = async (startsAt: string) =>
    (
      await post(client.token, '', {
        type: 'Client',
        objective: SAID.objective,
        ...hour(startsAt),
      })
    ).id

  const expired = await ask('2027-02-04T16:00Z')
  const moving = await book('2027-02-03T22:00Z')
  const staying = await book('2027-02-03T23:30Z')
  await server.jumpTo(JOURNEY_NOW)
  await expect
    .poll(
      () => callApi<SessionDto>(server, 'GET', `/v1/session/${expired}`, client).then(({ status }) => status),
      SOON,
    )
    .toBe('expired')

  await post(client.token, `/${moving}/reschedule`, hour('2027-02-05T15:00Z'))
  await post(client.token, `/${staying}/reschedule`, hour('2027-02-05T16:30Z'))
  await callApi(server, 'POST', `/v1/session/${staying}/move/decline`, { token: coach.token })

  const rejected = await ask('2027-02-09T15:00Z')
  await post(coach.token, `/${rejected}/reject`, { reason: SAID.rejected })
  const proposed = await ask('2027-02-09T16:30Z')
  await post(coach.token, `/${proposed}/propose`, {
    times: [hour('2027-02-10T15:00Z'), hour('2027-02-11T23:00Z')],
  })
  const cancelledByClient = await book('2027-02-12T15:00Z')
  await post(client.token, `/${cancelledByClient}/cancel`, { reason: SAID.cancelledByClient })
  const cancelledByCoach = await book('2027-02-12T17:00Z')
  await post(coach.token, `/${cancelledByCoach}/cancel`, { reason: SAID.cancelledByCoach })
  const cancelledLate = await book('2027-02-02T20:00Z')
  await post(client.token, `/${cancelledLate}/cancel`, { reason: SAID.cancelledLate })

  const close = async (sessionId: string, outcome: string, state: string, summary: string) => {
    await post(coach.token, `/${sessionId}/close`, {
      outcome,
      realMinutes: outcome === 'completed' ? 55 : 0,
      attendance: [{ personId: client.clientId, state }],
      summary,
      privateNotes: SAID.notes,
      actions: outcome === 'completed' ? [{ text: SAID.action, dueOn: '2027-02-05' }] : [],
    })
    return sessionId
  }
  const closed = await close(await book('2027-01-26T16:00Z'), 'completed', 'present', SAID.summary)
  const missedByClient = await close(await book('2027-01-27T16:00Z'), 'noShowClient', 'absent', '')
  const missedByCoach = await close(await book('2027-01-29T16:00Z'), 'noShowCoach', 'present', '')

  const groupId = await stageGroup(server, coach, { name: SAID.group, capacity: 3 })
  await stageMember(server, coach, groupId, { clientId: client.clientId })
  const ofGroup = { type: 'Group', groupId, clientId: undefined }
  const ofGroupExcused = await book('2027-02-17T16:00Z', ofGroup)
  await post(client.token, `/${ofGroupExcused}/excuse`, { reason: SAID.excused })

  return {
    coach,
    client,
    groupId,
    sessions: {
      requested: await ask('2027-02-09T18:00Z'),
      proposed,
      confirmed: await book('2027-02-03T17:00Z'),
      movePending: moving,
      moveDeclined: staying,
      running: await book('2027-02-02T14:10Z'),
      toClose: await book('2027-02-01T16:00Z'),
      closed,
      cancelledByCoach,
      cancelledByClient,
      cancelledLate,
      rejected,
      expired,
      missedByClient,
      missedByCoach,
      series: await book('2027-02-15T16:00Z', {
        recurrence: { frequency: 'weekly', interval: 1, count: 3 },
      }),
      ofGroup: await book('2027-02-16T16:00Z', ofGroup),
      ofGroupExcused,
      ofGroupClosed: await close(
        await book('2027-01-25T16:00Z', ofGroup),
        'completed',
        'present',
        SAID.groupSummary,
      ),
    },
  }
}
