import type { MessageKey, RoomId, SessionId } from '#contract/values.ts'
import type { TestApp } from '../app.ts'
import { formOf } from '../forms.ts'
import { good } from '../groups.ts'
import { uploadAttachment } from '../messages/attachments.ts'
import type { TestClient } from '../people.ts'
import { picture } from '../pictures.ts'
import { pdf } from '../resources/files.ts'
import { sendPart } from '../resources/uploads.ts'
import { ask, book, hours, lifeOf, made } from '../sessions.ts'
import type { Scene } from './markers.ts'

/** Who is in the group, besides the coach. */
export const GROUP = ['member', 'fellow'] as const

/** Everybody whom the coach works with, in whatever way. */
const CLIENTS = ['client', ...GROUP, 'formerMember', 'other'] as const

/** Writes a marker into every text that a coach and their clients share, and into what one of them says to the coach alone. */
export async function writeShared(scene: Scene): Promise<void> {
  await writeMessages(scene)
  await writeComing(scene)
  await writeAnswers(scene)
  await writeEvidence(scene)
  await writePages(scene)
}

async function writeMessages({ app, cast, marks: { mark }, ids, groupId }: Scene) {
  const { coach, client, member } = cast
  const rooms = { client: client.clientId as string as RoomId, group: groupId as string as RoomId }
  const send = async (roomId: RoomId, { token }: { token: string }, text: string, file?: string) => {
    const sent =
      file && (await uploadAttachment(app, { token }, roomId, { name: `${file}.pdf`, bytes: pdf() }))
    const body = {
      text,
      clientKey: app.deps.newId<MessageKey>(),
      ...(sent && { attachments: [sent.id] }),
    }
    good(await app.call('POST /v1/message/:roomId', { params: { roomId }, body }, token), 201)
  }
  await send(rooms.client, coach, mark('a message to the client', 'client'))
  const attached = mark('the file of a message', 'client')
  await send(rooms.client, client, mark('a message of the client', 'client'), attached)
  await send(rooms.group, coach, mark('a message to the group', ...GROUP))
  await send(rooms.group, member, mark('a message of a member', ...GROUP), mark('their file', ...GROUP))
  ids['roomId'] = Object.values(rooms)
}

/** What is said of sessions that come, or will not. */
async function writeComing({ app, cast, marks: { mark }, ids, groupId }: Scene) {
  const { coach, client, member } = cast
  const life = lifeOf(app)
  const coming = async (startsAt: string) => {
    const body = { type: 'Group' as const, groupId, ...hours(startsAt), outsideHours: true }
    const { id } = await made(app.call('POST /v1/session', { body }, coach.token))
    ids['sessionId']!.push(id)
    return id
  }
  // A day before the start at the earliest.
  const { id: next } = await made(book(app, coach, client, '2027-02-03T14:00:00.000Z'))
  ids['sessionId']!.push(next)
  const words = { title: mark('title of a session', 'client'), objective: mark('its objective', 'client') }
  good(await life.edit(coach, next, words))
  good(await life.prepare(client, next, { focus: mark('a preparation', 'client') }))
  good(await life.agenda(client, next, { op: 'add', text: mark('a point of the client', 'client') }))
  good(await life.agenda(coach, next, { op: 'add', text: mark('a point of the coach', 'client') }))
  const ofGroup = await coming('2027-02-03T12:00:00.000Z')
  good(await life.edit(coach, ofGroup, { objective: mark('objective of a session of the group', ...GROUP) }))
  good(await life.prepare(member, ofGroup, { focus: mark('a preparation of one of a group', 'member') }))
  good(await life.agenda(member, ofGroup, { op: 'add', text: mark('a point of a member', ...GROUP) }))
  good(await life.excuse(member, ofGroup, mark('why a member does not come', 'member')))
  const back = await coming('2027-02-12T12:00:00.000Z')
  good(await life.excuse(member, back, mark('why a member did not want to come', 'member')))
  good(await life.withdrawExcuse(member, back))
  const off = await coming('2027-02-11T12:00:00.000Z')
  good(await life.cancel(coach, off, mark('why a session of the group is off', ...GROUP)))
  const dropped = await made(book(app, coach, client, '2027-02-10T14:00:00.000Z'))
  good(await life.cancel(client, dropped.id, mark('why the client does not come', 'client')))
  const asked = await made(ask(app, client, '2027-02-05T15:00:00.000Z'))
  const answer = { params: { sessionId: asked.id }, body: { reason: mark('why not', 'client') } }
  good(await app.call('POST /v1/session/:sessionId/reject', answer, coach.token))
  ids['sessionId']!.push(dropped.id, asked.id)
}

/** What participants say of sessions that were held. */
async function writeAnswers({ app, cast, marks: { mark }, ids }: Scene) {
  const life = lifeOf(app)
  const [, ofClient, ofGroup] = ids['sessionId'] as SessionId[]
  good(await life.rate(cast.client, ofClient!, { comment: mark('a rating', 'client') }))
  good(await life.rate(cast.member, ofGroup!, { comment: mark('a rating of one of a group', 'member') }))
}

async function writeEvidence({ app, cast: { client }, marks: { mark }, ids }: Scene) {
  const bytes = pdf()
  const params = { actionId: ids['actionId']![0] as never }
  const announced = { params, body: { name: `${mark('evidence', 'client')}.pdf`, byteSize: bytes.length } }
  const to = await app.call('POST /v1/action/:actionId/attachment', announced, client.token)
  const { id: fileId } = good(to, 201)
  await sendPart(app, client, fileId, 0, bytes)
  const sent = { params: { ...params, fileId } }
  good(await app.call('POST /v1/action/:actionId/attachment/:fileId/finish', sent, client.token))
}

/** What a coach, a client and a group are. */
async function writePages({ app, cast, marks: { mark }, groupId }: Scene) {
  const { coach, client } = cast
  const profile = ({ userId }: { userId: TestClient['userId'] }) => ({ params: { userId } })
  const ofCoach = {
    bio: mark('the page of the coach', ...CLIENTS),
    specialities: [mark('a speciality', ...CLIENTS)],
    credentials: [mark('a credential', ...CLIENTS)],
  }
  const of = {
    aboutMe: mark('what a client says', 'client'),
    expectations: mark('what they expect', 'client'),
  }
  for (const [person, body] of [
    [coach, ofCoach],
    [client, of],
  ] as const)
    good(await app.call('PUT /v1/user/:userId/profile', { ...profile(person), body }, person.token))
  const texts = {
    description: mark('description of the group', ...GROUP),
    objective: mark('objective of the group', ...GROUP),
    companyName: mark('company of the group', ...GROUP),
  }
  good(await app.call('PUT /v1/group/:groupId', { params: { groupId }, body: texts }, coach.token))
}

/** Has a coach put a picture of a client or a group. @returns its id */
export async function putPicture(
  app: TestApp,
  { token }: { token: string },
  of: `client/${string}` | `group/${string}`,
): Promise<string> {
  const part = { field: 'photo', file: 'foto.png', type: 'image/png', bytes: await picture() }
  const sent = await app.send({ method: 'POST', url: `/v1/${of}/photo`, token, ...formOf(part) })
  const { photo } = good(sent as { status: number; body: { photo: { fileURL: string } } })
  return /\/v1\/file\/([^?]+)/.exec(photo.fileURL)![1]!
}
