import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FoundMessage } from '#contract/messages/message-search.ts'
import type { MessageDto, SendMessageBody } from '#contract/thread.ts'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, memberOf, newGroup, newMember, read } from '#test/support/groups.ts'
import { uploadAttachment } from '#test/support/messages/attachments.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { pdf } from '#test/support/resources/files.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
let room: RoomId
beforeAll(async () => {
  app = await makeApp({ env: { MESSAGES_PER_MINUTE: '1000' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  coach = await newCoach(app)
  client = await newClient(app, coach)
  room = client.clientId as string as RoomId
})

type Person = { token: string }
type Query = { roomId?: RoomId; items?: number; page?: number }
const search = (who: Person, text: string, query: Query = {}) =>
  app.call('GET /v1/message/search', { query: { search: text, ...query } }, who.token)
const found = async (...of: Parameters<typeof search>) => good(await search(...of)).data
const textOf = ({ parts }: FoundMessage) => parts.map(({ text }) => text).join('')
const texts = async (...of: Parameters<typeof search>) => (await found(...of)).map(textOf)
const write = async (
  who: Person,
  text: string,
  { at = room, ...more }: Partial<SendMessageBody> & { at?: RoomId } = {},
): Promise<MessageDto> => {
  app.clock.advance(MINUTE_MS)
  const body = { text, clientKey: app.deps.newId<MessageKey>(), ...more }
  return good(await app.call('POST /v1/message/:roomId', { params: { roomId: at }, body }, who.token), 201)
}

// @spec P.173
describe('a search of messages (product §16)', () => {
  test('finds all words by how they begin, without accents and in any order, newest first', async () => {
    await write(client, 'Mañana delegué dos reuniones')
    await write(coach, '¿Qué delegarás mañana?')
    await write(client, 'Reunión sin delegar')
    expect(await texts(client, 'deleg')).toEqual([
      'Reunión sin delegar',
      '¿Qué delegarás mañana?',
      'Mañana delegué dos reuniones',
    ])
    expect(await texts(coach, 'MANANA delegue')).toEqual(['Mañana delegué dos reuniones'])
    expect(await texts(coach, 'reunión')).toEqual(['Reunión sin delegar', 'Mañana delegué dos reuniones'])
    expect(await texts(coach, 'delegar reunion')).toEqual(['Reunión sin delegar'])
    // In the middle of a word nothing begins.
    expect(await texts(coach, 'elegar')).toEqual([])
  })

  test('finds words of one or two letters as a whole', async () => {
    await write(client, 'Sí, ya')
    await write(client, 'Siempre')
    await write(client, 'Capítulo 7')
    expect(await texts(client, 'si')).toEqual(['Sí, ya'])
    expect(await texts(client, '7')).toEqual(['Capítulo 7'])
    expect(await texts(client, 'sie')).toEqual(['Siempre'])
  })

  test('marks what was found in the piece around it, and says where it is', async () => {
    await write(client, 'Hola')
    const long = `${'Palabras antes. '.repeat(40)}Ahí dije delegar una vez. ${'Y después más. '.repeat(40)}`
    const written = await write(client, long)
    const [only] = await found(coach, 'dele')
    expect(only).toMatchObject({
      id: written.id,
      seq: 2,
      own: false,
      createdAt: written.createdAt,
      sender: { name: 'Mariana' },
      room: { roomId: room, type: 'Client', name: 'Mariana' },
      attachment: null,
    })
    expect(only!.parts.filter((part) => part.found)).toEqual([{ text: 'delegar', found: true }])
    expect(textOf(only!).length).toBeLessThan(220)
    expect((await found(client, 'dele'))[0]).toMatchObject({ own: true, room: { name: 'Ana' } })
  })

  test('is paged, and looks through one room or through all of a person', async () => {
    const sibling = await newClient(app, coach)
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    const ofGroup = group.id as string as RoomId
    await write(client, 'Tema uno')
    await write(sibling, 'Tema dos', { at: sibling.clientId as string as RoomId })
    await write(coach, 'Tema tres', { at: ofGroup })
    await write(coach, 'Tema cuatro', { at: member.clientId as string as RoomId })
    expect(await texts(coach, 'tema')).toEqual(['Tema cuatro', 'Tema tres', 'Tema dos', 'Tema uno'])
    expect(await texts(coach, 'tema', { roomId: ofGroup })).toEqual(['Tema tres'])
    expect(await texts(member, 'tema')).toEqual(['Tema cuatro', 'Tema tres'])
    expect(await texts(client, 'tema')).toEqual(['Tema uno'])
    const second = good(await search(coach, 'tema', { items: 3, page: 2 }))
    expect(second).toMatchObject({ total: 4, page: 2, items: 3, data: [{ seq: 1 }] })
    expect((await found(coach, 'tres'))[0]).toMatchObject({
      room: { roomId: ofGroup, type: 'Group', name: group.name },
    })
  })

  test('finds a message by the names of its files, and none that was deleted or says something else now', async () => {
    const file = { name: 'Contrato_2027 firmado.pdf', bytes: pdf() }
    const { id } = await uploadAttachment(app, client, room, file)
    const sent = await write(client, '', { attachments: [id] })
    const edited = await write(client, 'Firmado ayer')
    expect(await found(coach, 'contrato firm')).toMatchObject([
      { id: sent.id, attachment: 'file', parts: [{ text: 'Contrato', found: true }, {}, {}, {}] },
    ])
    expect(await texts(coach, 'firmado')).toEqual(['Firmado ayer', file.name])
    const params = { messageId: edited.id }
    good(await app.call('PUT /v1/message/entry/:messageId', { params, body: { text: 'Ayer' } }, client.token))
    good(
      await app.call('DELETE /v1/message/entry/:messageId', { params: { messageId: sent.id } }, client.token),
    )
    expect(await texts(coach, 'firmado')).toEqual([])
  })

  test('is of nobody’s rooms but the person’s, also once they left a group', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    const ofGroup = group.id as string as RoomId
    await write(member, 'Un secreto', { at: ofGroup })
    await write(client, 'Otro secreto')
    for (const who of [await newCoach(app), await newClient(app, coach)]) {
      expect(await texts(who, 'secreto')).toEqual([])
      const { status, refusal } = await search(who, 'secreto', { roomId: room })
      expect([status, refusal.code]).toEqual([404, 'message.room_not_found'])
    }
    const { id: memberId } = memberOf(await read(app, coach, group), member.clientId)
    const params = { groupId: group.id, memberId }
    good(await app.call('DELETE /v1/group/:groupId/member/:memberId', { params }, coach.token))
    expect(await texts(member, 'secreto')).toEqual([])
    expect((await search(member, 'secreto', { roomId: ofGroup })).refusal.code).toBe('message.room_not_found')
    expect(await texts(coach, 'secreto')).toEqual(['Otro secreto', 'Un secreto'])
  })

  test('takes what a person can type, whatever it is', async () => {
    await write(client, "O'Brien & (socios) | !importante: *ya* <b>\\ 'x':* 100% ½ ñandú 👋🏽")
    for (const signs of ['!!!', '\\', "'", '👋🏽', ':*', '&|']) expect(await texts(client, signs)).toEqual([])
    for (const words of ["o'brien", 'socios & | !', 'nandu', 'x:*', '100%', 'b <', "importante' | 'x"]) {
      expect(await found(client, words)).toHaveLength(1)
    }
    const many = Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ')
    expect(await texts(client, many.slice(0, 120))).toEqual([])
    for (const refused of ['', '   ', 'x'.repeat(121), 'a\u0000b', 'a\nb']) {
      const { status, refusal } = await search(client, refused)
      expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    }
    for (const query of [{ items: 51 }, { items: 0 }, { page: 1_001 }, { roomId: 'x' }]) {
      expect((await search(client, 'hola', query as never)).status).toBe(422)
    }
  })
})
