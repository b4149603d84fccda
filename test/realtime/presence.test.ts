import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoomId, UserId } from '#contract/values.ts'
import type { TestApp } from '#test/support/app.ts'
import { good, memberOf, newGroup, newMember, read } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { WAYS, openTwoServers } from '#test/support/servers/buses.ts'
import { listenTo, openSocket } from '#test/support/sockets.ts'

// Two servers on one database.

let servers: Awaited<ReturnType<typeof openTwoServers>>
let apps: readonly [TestApp, TestApp]
let addresses: string[]
const sockets: Socket[] = []
let coach: TestCoach
let client: TestClient
let room: RoomId

type Heard = { name: string; payload: unknown }
async function open({ token }: { token: string }, server: 0 | 1) {
  const socket = await openSocket(addresses[server]!, token)
  sockets.push(socket)
  return { socket, heard: listenTo(socket) }
}
const onlineIn = (heard: Heard[], roomId: RoomId) =>
  heard
    .filter(({ name, payload }) => name === 'PRESENCE' && (payload as { roomId: RoomId }).roomId === roomId)
    .map(({ payload }) => new Set((payload as { online: UserId[] }).online))
const typedIn = (heard: Heard[]) =>
  heard.filter(({ name }) => name === 'TYPING').map(({ payload }) => payload)

/** What somebody says again and again until it is heard elsewhere: the other server may not know of a socket yet. */
async function until(said: () => unknown, isHeard: () => boolean): Promise<void> {
  await expect
    .poll(() => {
      said()
      return isHeard()
    })
    .toBe(true)
}

async function removeFrom(group: Parameters<typeof read>[2], member: TestClient) {
  const { id: memberId } = memberOf(await read(apps[0], coach, group), member.clientId)
  const params = { groupId: group.id, memberId }
  good(await apps[0].call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
}

describe.each(WAYS)('through $way', (way) => {
  beforeAll(async () => {
    servers = await openTwoServers(way)
    apps = servers.apps
    addresses = await Promise.all(apps.map((app) => app.listen()))
  })
  beforeEach(async () => {
    coach = await newCoach(apps[0])
    client = await newClient(apps[0], coach)
    room = client.clientId as string as RoomId
  })
  afterAll(async () => {
    for (const socket of sockets.splice(0)) socket.close()
    await servers.close()
  })

  // @spec P.175
  it('tells who is online in a room that is shown, on any server, when they come and when they left', async () => {
    const { socket, heard } = await open(coach, 0)
    socket.emit('WATCH_ROOMS', { roomIds: [room] })
    await expect.poll(() => onlineIn(heard, room).at(-1)).toEqual(new Set([coach.userId]))
    const other = await open(client, 1)
    const both = new Set([coach.userId, client.userId])
    await expect.poll(() => onlineIn(heard, room).at(-1)).toEqual(both)
    // A second tab, and the first one closed, is no change.
    const tab = await open(client, 0)
    other.socket.close()
    tab.socket.emit('WATCH_ROOMS', { roomIds: [room] })
    await expect.poll(() => onlineIn(tab.heard, room).at(-1)).toEqual(both)
    tab.socket.close()
    await expect.poll(() => onlineIn(heard, room).at(-1)).toEqual(new Set([coach.userId]))
    // In between they were there all the time.
    const told = onlineIn(heard, room).map(({ size }) => size)
    expect(told.slice(told.indexOf(2), -1).every((size) => size === 2)).toBe(true)
  })

  it('tells nobody else who is online, and nobody who left the group', async () => {
    const group = await newGroup(apps[0], coach, { status: 'running' })
    const ofGroup = group.id as string as RoomId
    const [stays, leaves] = [
      await newMember(apps[0], coach, group, 'Sol'),
      await newMember(apps[0], coach, group),
    ]
    const strangers = [await newCoach(apps[0]), client, await newClient(apps[0], coach)]
    const watching = await Promise.all([stays, leaves, ...strangers].map((who) => open(who, 0)))
    for (const { socket } of watching) socket.emit('WATCH_ROOMS', { roomIds: [ofGroup, 'x', null, 7] })
    const [staying, leaving, ...outside] = watching
    await expect.poll(() => onlineIn(leaving!.heard, ofGroup).length).toBeGreaterThan(0)
    await removeFrom(group, leaves)
    const before = onlineIn(leaving!.heard, ofGroup).length
    await open(coach, 1)
    await expect
      .poll(() => onlineIn(staying!.heard, ofGroup).at(-1))
      .toEqual(new Set([stays.userId, coach.userId]))
    expect(onlineIn(leaving!.heard, ofGroup)).toHaveLength(before)
    for (const { heard } of outside) expect(onlineIn(heard, ofGroup)).toEqual([])
  })

  it('tells the others of a room that somebody is typing, and not the typist or anybody outside', async () => {
    const typist = await open(client, 1)
    const others = [await open(coach, 0), await open(coach, 1)]
    const outside = await open(await newClient(apps[0], coach), 1)
    for (const { heard } of others) {
      await until(
        () => typist.socket.emit('TYPING', { roomId: room }),
        () => typedIn(heard).length > 0,
      )
      expect(typedIn(heard)[0]).toEqual({ roomId: room, userId: client.userId })
    }
    expect(typedIn(typist.heard)).toEqual([])
    expect(typedIn(outside.heard)).toEqual([])
  })

  it('tells once of somebody who says all the time that they type, whatever they say', async () => {
    const typist = await open(client, 0)
    const { heard } = await open(coach, 0)
    for (const payload of [undefined, null, 'x', 7, {}, { roomId: null }, { roomId: `${room}'` }, [room]]) {
      typist.socket.emit('TYPING', payload)
      typist.socket.emit('WATCH_ROOMS', payload)
    }
    for (let n = 0; n < 20; n += 1) typist.socket.emit('TYPING', { roomId: room })
    // They go on, so the connection was kept; what they said first arrived once.
    await expect.poll(() => typedIn(heard).length).toBe(1)
    expect(typist.socket.connected).toBe(true)
    expect(typedIn(heard)).toEqual([{ roomId: room, userId: client.userId }])
  })

  it('takes nothing from somebody who left a group, and tells them nothing', async () => {
    const group = await newGroup(apps[0], coach, { status: 'running' })
    const roomId = group.id as string as RoomId
    const leaves = await newMember(apps[0], coach, group)
    const [gone, stays] = [await open(leaves, 0), await open(coach, 0)]
    await removeFrom(group, leaves)
    gone.socket.emit('TYPING', { roomId })
    stays.socket.emit('TYPING', { roomId })
    // The people of another room are told: what was said before has been looked at by then.
    const other = await open(client, 0)
    await until(
      () => stays.socket.emit('TYPING', { roomId: room }),
      () => typedIn(other.heard).length > 0,
    )
    await until(
      () => gone.socket.emit('TYPING', { roomId: leaves.clientId }),
      () => typedIn(stays.heard).length > 0,
    )
    expect(typedIn(gone.heard)).toEqual([])
    expect(typedIn(stays.heard)).toEqual([{ roomId: leaves.clientId, userId: leaves.userId }])
  })

  it('takes nothing from a coach who has not paid, and tells them nothing', async () => {
    const unpaid = { payment_status: 'none' } as const
    const unpaidCoach = await newCoach(apps[0])
    const theirs = await newClient(apps[0], unpaidCoach)
    const roomId = theirs.clientId as string as RoomId
    await apps[0].deps.db.updateTable('coaches').set(unpaid).where('id', '=', unpaidCoach.userId).execute()
    const [ofCoach, ofClient] = [await open(unpaidCoach, 0), await open(theirs, 0)]
    ofCoach.socket.emit('WATCH_ROOMS', { roomIds: [roomId] })
    ofCoach.socket.emit('TYPING', { roomId })
    await until(
      () => ofClient.socket.emit('WATCH_ROOMS', { roomIds: [roomId] }),
      () => onlineIn(ofClient.heard, roomId).length > 0,
    )
    await until(
      () => ofClient.socket.emit('TYPING', { roomId }),
      () => typedIn(ofCoach.heard).length > 0,
    )
    expect(typedIn(ofClient.heard)).toEqual([])
    expect(onlineIn(ofCoach.heard, roomId)).toEqual([])
  })
})
