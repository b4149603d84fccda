import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import type { MessageDto } from '#contract/thread.ts'
import type { MessageId, MessageKey, RoomId, UserId } from '#contract/values.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { accept, add, good, memberOf, newGroup, newMember, newcomer, read } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

type Person = { token: string }
const roomOf = ({ clientId }: TestClient) => clientId as string as RoomId
const newKey = () => app.deps.newId<MessageKey>()

const send = (
  who: Person,
  text: string,
  more: { key?: MessageKey; room?: RoomId; replyTo?: MessageId } = {},
) =>
  app.call(
    'POST /v1/message/:roomId',
    {
      params: { roomId: more.room ?? roomOf(client) },
      body: { text, clientKey: more.key ?? newKey(), ...(more.replyTo && { replyTo: more.replyTo }) },
    },
    who.token,
  )
const sent = async (...of: Parameters<typeof send>): Promise<MessageDto> => good(await send(...of), 201)
const get = (who: Person, query: object = {}, room = roomOf(client)) =>
  app.call('GET /v1/message/:roomId', { params: { roomId: room }, query }, who.token)
const texts = async (...of: Parameters<typeof get>) => good(await get(...of)).data.map(({ text }) => text)
const edit = (who: Person, messageId: MessageId, text: string) =>
  app.call('PUT /v1/message/entry/:messageId', { params: { messageId }, body: { text } }, who.token)
const remove = (who: Person, messageId: MessageId) =>
  app.call('DELETE /v1/message/entry/:messageId', { params: { messageId } }, who.token)
const mark = (who: Person, body: { deliveredSeq?: number; readSeq?: number }) =>
  app.call('PUT /v1/message/:roomId/read', { params: { roomId: roomOf(client) }, body }, who.token)
const codeOf = async (answer: ReturnType<typeof send> | ReturnType<typeof get> | ReturnType<typeof mark>) => {
  const { status, refusal } = await answer
  return `${status} ${refusal.code}`
}

// @spec P.152
describe('a thread (product §16)', () => {
  test('is empty before anybody has written, and then has each message once, in the order of its numbers', async () => {
    const people = [{ userId: coach.userId }, { userId: client.userId }]
    expect(good(await get(client))).toMatchObject({
      data: [],
      more: false,
      revision: 0,
      lastSeq: 0,
      reads: [],
      people,
      barrier: null,
    })
    const first = await sent(client, '  Hola, Ana  ')
    const second = await sent(coach, 'Hola, Mariana', { replyTo: first.id })
    expect(second).toMatchObject({
      seq: 2,
      revision: 2,
      roomId: roomOf(client),
      sender: { userId: coach.userId, name: 'Ana' },
      replyTo: { id: first.id, seq: 1, name: 'Mariana', text: 'Hola, Ana' },
      editedAt: null,
      deletedAt: null,
    })
    for (const who of [coach, client]) {
      expect(good(await get(who))).toMatchObject({
        data: [first, second],
        more: false,
        revision: 2,
        lastSeq: 2,
      })
    }
  })

  test('has no gaps and no doubles, however many write at once, also the same message more than once', async () => {
    const keys = Array.from({ length: 10 }, newKey)
    const answers = await Promise.all(
      keys.flatMap((key, n) => [
        sent(n % 2 === 0 ? coach : client, `Mensaje ${n}`, { key }),
        sent(n % 2 === 0 ? coach : client, `Mensaje ${n}`, { key }),
      ]),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(10)
    const { data } = good(await get(coach))
    expect(data.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(data.map(({ revision }) => revision)).toEqual(data.map(({ seq }) => seq))
    expect(new Set(data.map(({ clientKey }) => clientKey))).toEqual(new Set(keys))
  })

  test('is read in pages to either side, and by what changed since a revision', async () => {
    const written: MessageDto[] = []
    for (const text of ['uno', 'dos', 'tres', 'cuatro', 'cinco']) written.push(await sent(client, text))
    expect(await texts(coach, { items: 2 })).toEqual(['cuatro', 'cinco'])
    expect(good(await get(coach, { items: 2 })).more).toBe(true)
    expect(await texts(coach, { before: 4, items: 2 })).toEqual(['dos', 'tres'])
    expect(good(await get(coach, { before: 3, items: 2 })).more).toBe(false)
    expect(await texts(coach, { after: 1, items: 2 })).toEqual(['dos', 'tres'])
    // Away since the fourth: what was changed comes with what is new, in the order of the changes.
    good(await edit(client, written[1]!.id, 'dos y medio'))
    good(await remove(client, written[0]!.id))
    const missed = good(await get(coach, { since: 4, items: 2 }))
    expect(missed).toMatchObject({
      more: true,
      revision: 7,
      data: [{ seq: 5 }, { seq: 2, text: 'dos y medio' }],
    })
    expect(good(await get(coach, { since: 6 })).data).toMatchObject([{ seq: 1, text: '', revision: 7 }])
    expect(good(await get(coach, { since: 7 })).data).toEqual([])
  })

  test('refuses a key that has been used for another message, and a page that nobody can mean', async () => {
    const key = newKey()
    const first = await sent(client, 'Hola', { key })
    expect(await codeOf(send(client, 'Adiós', { key }))).toBe('409 message.key_used')
    // What was changed since then is still what was sent.
    good(await edit(client, first.id, 'Hola, Ana'))
    expect(await sent(client, 'Hola', { key })).toMatchObject({ id: first.id, text: 'Hola, Ana' })
    // The key is the sender's: the other side may have the same.
    expect((await sent(coach, 'Buenas', { key })).seq).toBe(2)
    const beyond = ['before', 'after', 'since'].map((name) => ({ [name]: 2_147_483_648 }))
    const backwards = [{ before: 0 }, { after: -1 }]
    // What changed has no place among pages.
    const mixed = [
      { since: 1, before: 2 },
      { since: 0, after: 0 },
    ]
    for (const query of [...backwards, ...beyond, ...mixed, { since: 'x' }, { items: 101 }, { sinse: 1 }]) {
      expect(await codeOf(get(client, query))).toBe('422 request.invalid')
    }
  })

  test.each([[''], ['   '], ['x'.repeat(4_001)], ['a\u0000b']])('refuses the text %j', async (text) => {
    expect(await codeOf(send(client, text))).toBe('422 request.invalid')
    expect(good(await get(client)).lastSeq).toBe(0)
  })

  test('refuses a text that is too long in its normal form, in which it is stored', async () => {
    const grows = '\uFB2C'.repeat(4_000)
    expect(await codeOf(send(client, grows))).toBe('422 request.invalid')
    const { id } = await sent(client, 'Hola')
    expect(await codeOf(edit(client, id, grows) as never)).toBe('422 request.invalid')
    expect((await sent(client, 'Maldicio\u0301n')).text).toBe('Maldición')
  })

  test('takes 4,000 letters, and markup as the text that it is', async () => {
    const long = 'ñ'.repeat(4_000)
    const script = '<img src=x onerror=alert(1)> **no**\n\n{{nombre}}'
    expect((await sent(client, long)).text).toBe(long)
    expect((await sent(client, script)).text).toBe(script)
    // What turns the direction of other texts around is left out.
    expect((await sent(client, 'Hola\u202E')).text).toBe('Hola')
  })

  test('takes 30 messages of a person in a minute; a retry does not count, and the others write on', async () => {
    const key = newKey()
    await sent(client, 'Mensaje 0', { key })
    for (let n = 1; n < 30; n += 1) await sent(client, `Mensaje ${n}`)
    expect(await codeOf(send(client, 'Uno más'))).toBe('429 message.too_many')
    expect((await sent(client, 'Mensaje 0', { key })).seq).toBe(1)
    expect((await sent(coach, 'Con calma')).seq).toBe(31)
    app.clock.advance(MINUTE_MS)
    expect((await sent(client, 'Uno más')).seq).toBe(32)
  })

  test('takes no more in a minute from somebody who writes in many rooms at once', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => newClient(app, coach)))
    for (let n = 1; n < 30; n += 1) await sent(coach, `Mensaje ${n}`)
    const answers = await Promise.all(
      [client, ...others].map((to) => send(coach, 'Uno más', { room: roomOf(to) })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })
})

// @spec P.153
describe('a message of one’s own', () => {
  test('is changed for 15 minutes, and says when', async () => {
    const { id } = await sent(client, 'Hola')
    app.clock.advance(15 * MINUTE_MS)
    const edited = good(await edit(client, id, 'Hola, Ana'))
    expect(edited).toMatchObject({ text: 'Hola, Ana', revision: 2, seq: 1 })
    expect(edited.editedAt).not.toBeNull()
    // The same once more changes nothing.
    expect(good(await edit(client, id, 'Hola, Ana'))).toEqual(edited)
    app.clock.advance(1)
    expect(await codeOf(edit(client, id, 'Otra cosa') as never)).toBe('409 message.too_old')
  })

  test('is deleted at any time: its place stays, its text is gone, also where it was answered', async () => {
    const { id } = await sent(client, 'Un secreto')
    const answer = await sent(coach, 'Entiendo', { replyTo: id })
    app.clock.advance(60 * MINUTE_MS)
    const gone = good(await remove(client, id))
    expect(gone).toMatchObject({ seq: 1, text: '', revision: 3 })
    expect(good(await remove(client, id))).toEqual(gone)
    const { data } = good(await get(coach))
    expect(data).toMatchObject([{ text: '' }, { id: answer.id, replyTo: { id, text: '' } }])
    expect(JSON.stringify(data)).not.toContain('secreto')
    expect(await codeOf(edit(client, id, 'Otra vez') as never)).toBe('404 message.not_found')
    expect(await codeOf(send(coach, 'Sobre eso', { replyTo: id }))).toBe('409 message.reply_not_found')
    const stored = app.deps.db.selectFrom('messages').where('id', '=', id).select('body')
    expect(await stored.execute()).toEqual([{ body: '' }])
  })

  test('goes with all that an erased person wrote, and leaves the answers of others', async () => {
    const { id } = await sent(client, 'Hola')
    await sent(coach, 'Hola, Mariana', { replyTo: id })
    await app.deps.db.deleteFrom('messages').where('sender_user_id', '=', client.userId).execute()
    expect(good(await get(coach)).data).toMatchObject([{ seq: 2, text: 'Hola, Mariana', replyTo: null }])
  })

  test('is nobody else’s to change', async () => {
    const { id } = await sent(client, 'Hola')
    const stranger = await newCoach(app)
    const sibling = await newClient(app, coach)
    for (const who of [coach, stranger, sibling]) {
      expect(await codeOf(edit(who, id, 'Cambiado') as never)).toBe('404 message.not_found')
      expect(await codeOf(remove(who, id) as never)).toBe('404 message.not_found')
    }
    expect(await texts(client)).toEqual(['Hola'])
  })

  test.each([
    ['changed', (id: MessageId) => edit(client, id, 'Otra cosa')],
    ['deleted', (id: MessageId) => remove(client, id)],
  ])('is %s 60 times in a minute from one place, refused ones counted', async (_what, act) => {
    app.clock.advance(MINUTE_MS)
    const { id } = await sent(client, 'Hola')
    for (let n = 0; n < 60; n += 1) {
      expect(await codeOf(act(app.deps.newId<MessageId>()) as never)).toBe('404 message.not_found')
    }
    expect(await codeOf(act(id) as never)).toBe('429 request.too_many')
    expect(await texts(coach)).toEqual(['Hola'])
    app.clock.advance(MINUTE_MS)
    expect((await act(id)).status).toBe(200)
  })

  test('two changes at once each have a revision', async () => {
    const { id } = await sent(client, 'Hola')
    await Promise.all(['a', 'b', 'c'].map((text) => edit(client, id, text)))
    const { data, revision } = good(await get(coach))
    expect(revision).toBe(4)
    expect(data).toMatchObject([{ id, revision: 4 }])
  })
})

// @spec P.154
describe('how far somebody has a room', () => {
  test('goes forward only, never beyond the last message; what is read was delivered', async () => {
    for (const text of ['uno', 'dos', 'tres']) await sent(client, text)
    const own = { userId: coach.userId }
    expect(good(await mark(coach, { deliveredSeq: 2 }))).toEqual({ ...own, deliveredSeq: 2, readSeq: 0 })
    expect(good(await mark(coach, { readSeq: 3 }))).toEqual({ ...own, deliveredSeq: 3, readSeq: 3 })
    expect(good(await mark(coach, { readSeq: 1 }))).toEqual({ ...own, deliveredSeq: 3, readSeq: 3 })
    expect(good(await mark(coach, { readSeq: 99 }))).toEqual({ ...own, deliveredSeq: 3, readSeq: 3 })
    expect(good(await get(client)).reads).toEqual([{ ...own, deliveredSeq: 3, readSeq: 3 }])
    expect(await codeOf(mark(coach, {}))).toBe('422 request.invalid')
    expect(await codeOf(mark(coach, { readSeq: -1 }))).toBe('422 request.invalid')
  })

  test('says nothing in a room in which nobody wrote', async () => {
    expect(good(await mark(client, { readSeq: 5 }))).toMatchObject({ deliveredSeq: 0, readSeq: 0 })
    expect(good(await get(client)).reads).toEqual([])
  })
})

// @spec P.155
describe('a room', () => {
  const strangeTo = async (who: Person, room: RoomId) => {
    const params = { roomId: room }
    expect(await codeOf(get(who, {}, room))).toBe('404 message.room_not_found')
    expect(await codeOf(send(who, 'Hola', { room }))).toBe('404 message.room_not_found')
    const read = app.call('PUT /v1/message/:roomId/read', { params, body: { readSeq: 1 } }, who.token)
    expect(await codeOf(read)).toBe('404 message.room_not_found')
  }

  test.each(['nobody wrote in', 'there are messages in'])(
    'of somebody else does not exist: one that %s',
    async (which) => {
      if (which.startsWith('there')) await sent(client, 'Hola')
      for (const who of [
        await newCoach(app),
        await newClient(app, coach),
        await newClient(app, await newCoach(app)),
      ]) {
        await strangeTo(who, roomOf(client))
      }
    },
  )

  test('whose process has ended is read, and nobody writes until it goes on', async () => {
    const key = newKey()
    const { id } = await sent(client, 'Hola', { key })
    const params = { clientId: client.clientId }
    good(await app.call('POST /v1/client/:clientId/finish', { params }, coach.token))
    for (const who of [coach, client]) {
      expect(await codeOf(send(who, 'Una cosa más'))).toBe('409 message.closed')
      expect(await texts(who)).toEqual(['Hola'])
      expect(good(await get(who)).barrier).toBe('ended')
    }
    // What was written before is told again to somebody who had no answer, and may be taken back.
    expect((await sent(client, 'Hola', { key })).id).toBe(id)
    expect(good(await remove(client, id)).text).toBe('')
    good(await app.call('POST /v1/client/:clientId/reactivate', { params }, coach.token))
    expect((await sent(client, 'Aquí sigo')).seq).toBe(2)
  })

  test('whose coach has not paid is read, and its client is told before they write', async () => {
    await sent(client, 'Hola')
    const unpaid = { payment_status: 'none' } as const
    await app.deps.db.updateTable('coaches').set(unpaid).where('id', '=', coach.userId).execute()
    expect(good(await get(client))).toMatchObject({ barrier: 'unpaid', data: [{ text: 'Hola' }] })
    expect(await codeOf(send(client, 'Una cosa más'))).toBe('409 coach.unpaid')
  })

  test('is found by the name that its reader knows, whatever the accents', async () => {
    await sent(client, 'Hola')
    const found = async (who: Person, search: string) =>
      good(await app.call('GET /v1/message/rooms', { query: { search } }, who.token)).data.length
    expect(await found(coach, 'MARÍANA')).toBe(1)
    expect(await found(coach, 'Ana')).toBe(1)
    expect(await found(coach, 'nadie')).toBe(0)
    expect(await found(client, 'mariana')).toBe(0)
    expect(await found(client, 'ána')).toBe(1)
  })

  describe('of a group', () => {
    let group: GroupDetail
    let member: TestClient
    let room: RoomId
    beforeEach(async () => {
      group = await newGroup(app, coach, { status: 'running' })
      member = await newMember(app, coach, group)
      room = group.id as string as RoomId
    })

    test('has its coach and its members, and is listed by its name', async () => {
      const other = await newMember(app, coach, group, 'Sol')
      await sent(member, 'Hola a todos', { room })
      await sent(coach, 'Hola', { room })
      await sent(other, 'Buenas', { room })
      expect(await texts(other, {}, room)).toEqual(['Hola a todos', 'Hola', 'Buenas'])
      const rooms = good(
        await app.call('GET /v1/message/rooms', { query: { direction: 'asc' } }, member.token),
      )
      expect(rooms.data).toMatchObject([
        {
          roomId: room,
          type: 'Group',
          name: group.name,
          unread: 2,
          last: { text: 'Buenas', sender: { name: 'Sol' } },
        },
      ])
      await strangeTo(client, room)
    })

    test('shows members only the first names of others, wherever a message is', async () => {
      const other = await newMember(app, coach, group, 'Sol')
      const { id } = await sent(other, 'Hola', { room })
      await sent(other, 'Buenas', { room, replyTo: id })
      const params = { roomId: room }
      const seenBy = async ({ token, userId }: { token: string; userId: UserId }) => {
        const query = { query: {} }
        const thread = good(await app.call('GET /v1/message/:roomId', { params, query: {} }, token))
        const listed = good(await app.call('GET /v1/message/rooms', query, token))
        const found = good(await app.call('GET /v1/message/search', { query: { search: 'buenas' } }, token))
        const waiting = { params: { userId }, query: {} }
        const pending = await app.call('GET /v1/notification/message/pending/:userId', waiting, token)
        return [
          ...thread.data.flatMap(({ sender, replyTo }) => [sender, ...(replyTo ? [replyTo] : [])]),
          ...listed.data.map(({ last }) => last?.sender),
          ...found.data.map(({ sender }) => sender),
          ...good(pending).data.map(({ body }) => body.sender),
        ].map((person) => `${person?.name} ${person?.lastName}`)
      }
      const all = (name: string, count: number) => Array.from({ length: count }, () => name)
      expect(await seenBy(coach)).toEqual(all('Sol Vega', 7))
      expect(await seenBy(member)).toEqual(all('Sol ', 7))
      // Their own, without what is pending.
      expect(await seenBy(other)).toEqual(all('Sol Vega', 5))
    })

    test('is closed at once to somebody who left or was removed, whatever they wrote', async () => {
      const { id } = await sent(member, 'Hola', { room })
      const { id: memberId } = memberOf(await read(app, coach, group), member.clientId)
      const params = { groupId: group.id, memberId }
      good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
      await strangeTo(member, room)
      expect(await codeOf(edit(member, id, 'Otra cosa') as never)).toBe('404 message.not_found')
      expect(await codeOf(remove(member, id) as never)).toBe('404 message.not_found')
      const rooms = good(
        await app.call('GET /v1/message/rooms', { query: { direction: 'asc' } }, member.token),
      )
      expect(rooms.data).toEqual([])
      expect(await texts(coach, {}, room)).toEqual(['Hola'])
    })

    // @spec P.174
    test('is read by a new member from where they came in; what was written before can be read', async () => {
      await sent(member, 'Antes', { room })
      const comes = await newClient(app, coach)
      good(await add(app, coach, group, { clientId: comes.clientId }), 201)
      const unread = async () =>
        good(await app.call('GET /v1/message/rooms', { query: {} }, comes.token)).data.map(
          (each) => each.unread,
        )
      expect(await unread()).toEqual([0])
      await sent(member, 'Bienvenida', { room })
      expect(await unread()).toEqual([1])
      expect(await texts(comes, {}, room)).toEqual(['Antes', 'Bienvenida'])
      const { id: memberId } = memberOf(await read(app, coach, group), comes.clientId)
      const params = { groupId: group.id, memberId }
      good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
      await sent(member, 'Entretanto', { room })
      // Back again, they begin there, and have read no less than before.
      good(await add(app, coach, group, { clientId: comes.clientId }), 201)
      expect(await unread()).toEqual([0])
      const invited = newcomer()
      const { people } = good(await add(app, coach, group, { people: [invited] }), 201)
      await app.settle()
      const person = people!.find(({ email }) => email === invited.email)!
      const { token } = good(await accept(app, { clientId: person.clientId, email: invited.email }))
      const rooms = good(await app.call('GET /v1/message/rooms', { query: {} }, token))
      expect(rooms.data.map((each) => each.unread)).toEqual([0])
    })

    test('does not answer a message of another room', async () => {
      const { id } = await sent(client, 'Solo para ti')
      expect(await codeOf(send(coach, 'Sobre eso', { room, replyTo: id }))).toBe(
        '409 message.reply_not_found',
      )
    })
  })
})
