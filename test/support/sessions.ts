import type { Routes } from '#contract/api.ts'
import type { CalendarSettings, Channel } from '#contract/calendar/calendar.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { AgendaChange, CloseSessionBody } from '#contract/sessions/session-records.ts'
import type {
  FeedbackAnswers,
  NewSessionBody,
  PreparationAnswers,
  SessionDto,
} from '#contract/sessions/sessions.ts'
import type { GroupId, IsoInstant, SessionId } from '#contract/values.ts'
import { keysOf } from '#contract/keys-of.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Answered, TestApp } from './app.ts'
import type { TestClient, TestCoach } from './people.ts'
import { seedSignIns } from './seeds.ts'

/** Thursday 4 February 2027, 9:00 in Mexico City: two days after TEST_NOW and on offer to every new coach's clients. */
export const OFFERED = '2027-02-04T15:00:00.000Z'

/** A start and the end 60 minutes (or as many as told) later, as the wire writes them. */
export function hours(startsAt: string, minutes = 60): { startsAt: IsoInstant; endsAt: IsoInstant } {
  const start = fromIso(startsAt)
  return { startsAt: toIso(start), endsAt: toIso(addMinutes(start, minutes)) }
}

/** What a client answers from a request; an hour from `startsAt` on. */
export function ask(
  app: TestApp,
  client: TestClient,
  startsAt: string = OFFERED,
  more: Partial<NewSessionBody> = {},
): Promise<Answered<'POST /v1/session'>> {
  return app.call('POST /v1/session', { body: { type: 'Client', ...hours(startsAt), ...more } }, client.token)
}

/** What a coach answers from a booking; an hour from `startsAt` on, outside the offered hours knowingly. */
export function book(
  app: TestApp,
  coach: TestCoach,
  client: TestClient,
  startsAt: string = OFFERED,
  more: Partial<NewSessionBody> = {},
): Promise<Answered<'POST /v1/session'>> {
  const { clientId } = client
  const body = { type: 'Client' as const, ...hours(startsAt), clientId, outsideHours: true, ...more }
  return app.call('POST /v1/session', { body }, coach.token)
}

/** A confirmed session of a group, written straight into the database. */
export async function groupSession(
  app: TestApp,
  coach: TestCoach,
  { id: groupId }: { id: GroupId },
  startsAt: string = OFFERED,
  channel: Channel = 'meet',
): Promise<{ id: SessionId }> {
  const id = app.deps.newId<SessionId>()
  const { startsAt: start, endsAt: end } = hours(startsAt)
  const now = toTimestamp(app.clock.now())
  await app.deps.db
    .insertInto('sessions')
    .values({
      id,
      coach_id: coach.userId,
      type: 'Group',
      group_id: groupId,
      title: 'Sesión del grupo',
      starts_at: toTimestamp(fromIso(start)),
      ends_at: toTimestamp(fromIso(end)),
      timezone: 'America/Mexico_City',
      channel,
      status: 'confirmed',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id }
}

/** The session of an answer that must be a success. */
export async function made(answer: Promise<{ status: number; body: SessionDto }>): Promise<SessionDto> {
  const { status, body } = await answer
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

/** Changes the coach's hours or rules. */
export async function setCalendar(
  app: TestApp,
  coach: TestCoach,
  settings: Partial<CalendarSettings>,
): Promise<void> {
  const { status, body } = await app.call(
    'PUT /v1/coach/recurring-calendar/:coachId',
    { params: { coachId: coach.userId }, body: settings },
    coach.token,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** Gives the coach meeting addresses; sessions are held at the first one unless told. */
export async function setLinks(
  app: TestApp,
  coach: TestCoach,
  links: Partial<Record<'meet' | 'zoom', string>>,
): Promise<void> {
  await app.deps.db.updateTable('users').set(links).where('id', '=', coach.userId).execute()
  const [channel] = keysOf(links)
  if (channel)
    await app.deps.db
      .updateTable('calendars')
      .set({ default_channel: channel })
      .where('coach_id', '=', coach.userId)
      .execute()
}

/** The offered starts on the dates `from`…`to` of the viewer. */
export async function offered(
  app: TestApp,
  coach: TestCoach,
  viewer: { token: string },
  from: string,
  to: string = from,
  duration = 60,
): Promise<string[]> {
  const { status, body } = await app.call(
    'GET /v1/coach/availability/days/:coachId',
    { params: { coachId: coach.userId }, query: { from, to, duration } },
    viewer.token,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.days.flatMap((day) => day.starts)
}

/** Closes a session; with nothing out of the ordinary unless told. */
export function close(
  app: TestApp,
  coach: TestCoach,
  sessionId: SessionDto['id'],
  more: Partial<CloseSessionBody> = {},
): Promise<Answered<'POST /v1/session/:sessionId/close'>> {
  const body: CloseSessionBody = {
    outcome: 'completed',
    realMinutes: 55,
    attendance: [],
    summary: 'Vimos avances.',
    privateNotes: '',
    actions: [],
    ...more,
  }
  return app.call('POST /v1/session/:sessionId/close', { params: { sessionId }, body }, coach.token)
}

/** Moves the clock to an instant; the people named are signed in again, for a sign-in ends after 7 days without use. */
export async function goTo(app: TestApp, iso: string, ...people: (TestCoach | TestClient)[]): Promise<void> {
  app.clock.set(fromIso(iso))
  await seedSignIns(app, people)
}

/** What people do to a session: each a separate call, with its input. */
export function lifeOf(app: TestApp) {
  type Id = SessionDto['id']
  type Who = { token: string }
  const at = (sessionId: Id) => ({ params: { sessionId } })
  return {
    get: ({ token }: Who, id: Id) => app.call('GET /v1/session/:sessionId', at(id), token),
    confirm: ({ token }: Who, id: Id) => app.call('POST /v1/session/:sessionId/confirm', at(id), token),
    propose: ({ token }: Who, id: Id, ...starts: string[]) =>
      app.call(
        'POST /v1/session/:sessionId/propose',
        { ...at(id), body: { times: starts.map((start) => hours(start)) } },
        token,
      ),
    accept: ({ token }: Who, id: Id, startsAt: string) =>
      app.call('POST /v1/session/:sessionId/accept', { ...at(id), body: { startsAt } }, token),
    reject: ({ token }: Who, id: Id) =>
      app.call('POST /v1/session/:sessionId/reject', { ...at(id), body: { reason: 'No puedo' } }, token),
    cancel: ({ token }: Who, id: Id, reason = 'Se me juntó el trabajo') =>
      app.call('POST /v1/session/:sessionId/cancel', { ...at(id), body: { reason } }, token),
    reschedule: ({ token }: Who, id: Id, startsAt: string, more: Rescheduling = {}) =>
      app.call(
        'POST /v1/session/:sessionId/reschedule',
        { ...at(id), body: { ...hours(startsAt), ...more } },
        token,
      ),
    acceptMove: ({ token }: Who, id: Id) =>
      app.call('POST /v1/session/:sessionId/move/accept', at(id), token),
    declineMove: ({ token }: Who, id: Id) =>
      app.call('POST /v1/session/:sessionId/move/decline', at(id), token),
    withdrawMove: ({ token }: Who, id: Id) => app.call('DELETE /v1/session/:sessionId/move', at(id), token),
    withdrawExcuse: ({ token }: Who, id: Id) =>
      app.call('DELETE /v1/session/:sessionId/excuse', at(id), token),
    excuse: ({ token }: Who, id: Id, reason = 'Estoy de viaje') =>
      app.call('POST /v1/session/:sessionId/excuse', { ...at(id), body: { reason } }, token),
    edit: ({ token }: Who, id: Id, body: InputOf<Routes['PUT /v1/session/:sessionId']>['body']) =>
      app.call('PUT /v1/session/:sessionId', { ...at(id), body }, token),
    agenda: ({ token }: Who, id: Id, ...changes: AgendaChange[]) =>
      app.call('PUT /v1/session/:sessionId/agenda', { ...at(id), body: { changes } }, token),
    prepare: ({ token }: Who, id: Id, body: PreparationAnswers = { focus: 'La entrevista' }) =>
      app.call('PUT /v1/session/:sessionId/preparation', { ...at(id), body }, token),
    rate: ({ token }: Who, id: Id, more: Partial<FeedbackAnswers> = {}) =>
      app.call(
        'POST /v1/session/:sessionId/feedback',
        { ...at(id), body: { heard: 9, focus: 8, clarity: 10, progress: 7, comment: 'Gracias', ...more } },
        token,
      ),
    correct: ({ token }: Who, id: Id, more: Partial<Correction> = {}) =>
      app.call(
        'POST /v1/session/:sessionId/correct',
        {
          ...at(id),
          body: {
            outcome: 'completed',
            realMinutes: 50,
            attendance: [],
            summary: 'Corregida.',
            privateNotes: '',
            ...more,
          },
        },
        token,
      ),
    history: ({ token }: Who, id: Id) => app.call('GET /v1/session/:sessionId/history', at(id), token),
    writeBrief: ({ token }: Who, id: Id, text: string, basedOn = 0) =>
      app.call('PUT /v1/session/:sessionId/brief/notes', { ...at(id), body: { text, basedOn } }, token),
    brief: ({ token }: Who, id: Id) => app.call('GET /v1/session/:sessionId/brief', at(id), token),
  }
}

type Rescheduling = Partial<InputOf<Routes['POST /v1/session/:sessionId/reschedule']>['body']>
type Correction = InputOf<Routes['POST /v1/session/:sessionId/correct']>['body']
