import type { MessageKey, RoomId } from '#contract/values.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { epochMs } from '#time/clock.ts'
import type { TestApp } from '../app.ts'
import { block } from '../calendars.ts'
import { good, newGroup } from '../groups.ts'
import type { TestClient, TestCoach } from '../people.ts'
import { newResource } from '../resources/uploads.ts'
import { book, made } from '../sessions.ts'
import type { Word } from './client-words.ts'
import { putContacts, signInFrom } from './ways-in.ts'

/** What every word of the coach about themselves contains; nothing else does. */
export const COACH_STEM = 'Turmalina'

/** Has a coach write into every text about themselves and their practice, beside their notes, sessions and resources. */
export async function writeAsCoach(app: TestApp, coach: TestCoach, client: TestClient): Promise<void> {
  let serial = 0
  const word: Word = (what) => `${COACH_STEM}${(serial += 1)} ${what}`
  await signInFrom(app, coach, word)
  await writePage(app, coach, word)
  await writeCalendars(app, coach, word)
  await writeGroup(app, coach, client, word)
  await writeSession(app, coach, client, word)
  await putRecord(app, coach, client, word)
}

async function writePage(app: TestApp, { userId, token }: TestCoach, word: Word) {
  const at = { params: { userId } }
  const profile = {
    name: word('nombre'),
    lastName: word('apellido'),
    jobOcuppation: word('oficio'),
    bio: word('trayectoria'),
    specialities: [word('especialidad')],
    spokenLanguages: [word('idioma')],
    credentials: [word('certificado')],
  }
  good(await app.call('PUT /v1/user/:userId/profile', { ...at, body: profile }, token))
  await putContacts(app, userId, word)
}

async function writeCalendars(app: TestApp, coach: TestCoach, word: Word) {
  const { userId, token } = coach
  const { db } = app.deps
  const recurrence = { frequency: 'weekly' as const, interval: 1 }
  const evening = ['2027-02-10T22:00:00Z', '2027-02-10T23:00:00Z'] as const
  await block(app, coach, ...evening, { title: word('bloqueo'), recurrence })
  const params = { coachId: userId }
  const brand = { companyName: word('empresa') }
  good(await app.call('POST /v1/coach/custom/:coachId', { params, body: brand }, token))
  const at = toTimestamp(app.clock.now())
  await db
    .insertInto('external_calendars')
    .values({
      coach_id: userId,
      url: `https://example.org/${COACH_STEM}.ics`,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('external_busy')
    .values({
      coach_id: userId,
      title: word('cita'),
      starts_at: at,
      ends_at: toTimestamp(epochMs(app.clock.now() + 1)),
    })
    .execute()
}

async function writeGroup(app: TestApp, coach: TestCoach, client: TestClient, word: Word) {
  const { token } = coach
  const group = await newGroup(app, coach, { status: 'running', name: word('grupo') })
  const body = { description: word('descripción'), objective: word('objetivo'), companyName: word('empresa') }
  good(await app.call('PUT /v1/group/:groupId', { params: { groupId: group.id }, body }, token))
  for (const room of [group.id, client.clientId]) {
    const roomId = room as string as RoomId
    const message = { text: word('mensaje'), clientKey: app.deps.newId<MessageKey>() }
    good(await app.call('POST /v1/message/:roomId', { params: { roomId }, body: message }, token), 201)
  }
}

async function writeSession(app: TestApp, coach: TestCoach, client: TestClient, word: Word) {
  const meeting = { meetingUrl: `https://example.org/${COACH_STEM}`, place: word('lugar') }
  const said = { title: word('título'), objective: word('objetivo'), ...meeting }
  await made(book(app, coach, client, '2027-02-11T16:00:00.000Z', said))
  const url = `https://example.org/${COACH_STEM}`
  await newResource(app, coach, { type: 'link', title: word('enlace'), url })
}

/** What the coach notes of somebody, and a payment provider of the coach. */
async function putRecord({ deps: { db } }: TestApp, coach: TestCoach, client: TestClient, word: Word) {
  await db
    .updateTable('clients')
    .set({
      phone: word('teléfono'),
      whatsapp: word('WhatsApp'),
      country: word('país'),
      city: word('ciudad'),
      company_name: word('empresa'),
      job_occupation: word('oficio'),
    })
    .where('id', '=', client.clientId)
    .execute()
  await db
    .insertInto('payment_customers')
    .values({
      coach_id: coach.userId,
      provider: word('proveedor'),
      customer: word('comprador'),
      cancel_reason: word('por qué'),
    })
    .execute()
}
