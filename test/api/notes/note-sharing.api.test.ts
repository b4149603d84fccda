import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { notesIn } from '#test/support/notes/notes.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, made } from '#test/support/sessions.ts'
import { listenTo, openSocket } from '#test/support/sockets.ts'

let app: TestApp
let address: string
let coach: TestCoach
let client: TestClient
let notes: ReturnType<typeof notesIn>
const sockets: Socket[] = []
beforeAll(async () => {
  app = await makeApp()
  address = await app.listen()
  notes = notesIn(app)
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.finish()
})
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

/** What somebody hears of notes from now on. */
async function hearing({ token }: { token: string }) {
  const socket = await openSocket(address, token)
  sockets.push(socket)
  const heard = listenTo(socket)
  return () => heard.filter(({ payload }) => JSON.stringify(payload).includes('"note"'))
}

// @spec P.101
describe('a note that is shared (product §13, §20)', () => {
  test('is read by its client from then on, without what is the coach’s own, and no longer afterwards', async () => {
    const other = await newClient(app, coach)
    const note = await notes.write(coach, client, 'Acordamos practicar.', { tags: ['equipo'], pinned: true })
    expect((await notes.read(client, note.id)).refusal.code).toBe('note.not_found')
    const shared = good(await notes.share(coach, note.id))
    expect(shared).toMatchObject({ visibility: 'shared', allowedActions: ['edit', 'unshare', 'remove'] })
    expect(shared.sharedAt).not.toBeNull()
    expect(good(await notes.share(coach, note.id))).toEqual(shared)
    const read = good(await notes.read(client, note.id))
    expect(read).toMatchObject({
      title: note.title,
      body: note.body,
      tags: [],
      pinned: false,
      allowedActions: [],
    })
    const list = good(await notes.ofClient(client, client.clientId, { tag: 'equipo' }))
    expect(list).toMatchObject({ total: 1, tags: [], canAdd: false })
    expect((await notes.read(other, note.id)).status).toBe(404)
    expect((await notes.ofClient(other, client.clientId)).refusal.code).toBe('client.not_found')
    good(await notes.put(coach, note.id, { basedOn: 1, body: textSaying('Y descansar.') }))
    expect(good(await notes.read(client, note.id)).body).toEqual(textSaying('Y descansar.'))
    const closed = good(await notes.unshare(coach, note.id))
    expect(closed).toMatchObject({ visibility: 'private', sharedAt: null })
    expect(good(await notes.unshare(coach, note.id))).toEqual(closed)
    expect((await notes.read(client, note.id)).status).toBe(404)
    expect(good(await notes.ofClient(client, client.clientId)).total).toBe(0)
  })

  test('of a group is read by its members, and by nobody who has left', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    const note = await notes.write(coach, { groupId: group.id }, 'Acuerdos del grupo')
    expect((await notes.read(member, note.id)).status).toBe(404)
    good(await notes.share(coach, note.id))
    expect(good(await notes.read(member, note.id)).about).toEqual({
      type: 'Group',
      id: group.id,
      name: group.name,
    })
    expect(good(await notes.ofGroup(member, group.id)).data.map(({ id }) => id)).toEqual([note.id])
    // Among their own, as the sessions of the group are.
    expect(good(await notes.ofClient(member, member.clientId)).data.map(({ id }) => id)).toEqual([note.id])
    expect((await notes.read(client, note.id)).status).toBe(404)
    expect((await notes.ofGroup(client, group.id)).refusal.code).toBe('group.not_found')
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, member.token)
    expect((await notes.read(member, note.id)).status).toBe(404)
    expect((await notes.ofGroup(member, group.id)).status).toBe(404)
    expect(good(await notes.ofClient(member, member.clientId)).total).toBe(0)
  })

  test('is listed with its session', async () => {
    const session = await made(book(app, coach, client))
    const note = await notes.write(coach, client, 'De hoy', { sessionId: session.id })
    const other = await notes.write(coach, client, 'De siempre')
    for (const { id } of [note, other]) good(await notes.share(coach, id))
    const list = good(await notes.ofClient(client, client.clientId, { sessionId: session.id }))
    expect(list.data.map(({ id }) => id)).toEqual([note.id])
  })

  test('tells its reader of changes, and a private one tells the coach alone', async () => {
    const session = await made(book(app, coach, client))
    const [coachHears, clientHears] = [await hearing(coach), await hearing(client)]
    const note = await notes.write(coach, client)
    good(await notes.put(coach, note.id, { basedOn: 1, title: 'Otra' }))
    await app.settle()
    await expect.poll(() => coachHears().length).toBe(2)
    expect(clientHears()).toEqual([])
    good(await notes.share(coach, note.id))
    good(await notes.put(coach, note.id, { basedOn: 2, title: 'Y otra' }))
    good(await notes.put(coach, note.id, { sessionId: session.id }))
    // How the coach arranges it is not theirs to hear.
    good(await notes.put(coach, note.id, { pinned: true }))
    good(await notes.unshare(coach, note.id))
    good(await notes.put(coach, note.id, { basedOn: 3, title: 'Solo mía' }))
    await app.settle()
    await expect.poll(() => coachHears().length).toBe(8)
    expect(clientHears().map(({ payload }) => payload)).toEqual(
      Array.from({ length: 4 }, () => ({ subject: 'note', id: note.id })),
    )
  })

  test('is changed by nobody else', async () => {
    const note = good(await notes.share(coach, (await notes.write(coach, client)).id))
    for (const { status } of [
      await notes.put(client, note.id, { pinned: true }),
      await notes.share(client, note.id),
      await notes.unshare(client, note.id),
      await notes.remove(client, note.id),
      await notes.restore(client, note.id),
      await notes.versions(client, note.id),
    ]) {
      expect(status).toBe(403)
    }
  })
})
