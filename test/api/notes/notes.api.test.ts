import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId, GoalId, GroupId, NoteId, NoteVersionId, SessionId } from '#contract/values.ts'
import { startPurging } from '#server/effects/purge.ts'
import { DAY_MS, MINUTE_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { notesIn } from '#test/support/notes/notes.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
let notes: ReturnType<typeof notesIn>
beforeAll(async () => {
  app = await makeApp()
  notes = notesIn(app)
})
afterAll(() => app.finish())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

const NOBODY = '01920000-0000-7000-8000-000000000000'
const texts = async (id: NoteId) => good(await notes.read(coach, id)).body

// @spec P.98
describe('a note (product §13)', () => {
  test('is its coach’s alone until it is shared, and says what was written', async () => {
    const note = await notes.write(coach, client, 'Uno', {
      template: 'grow',
      tags: ['Equipo', 'equipo', 'Año'],
    })
    expect(note).toMatchObject({
      about: { type: 'Client', id: client.clientId },
      title: 'Primera sesión',
      excerpt: 'Uno',
      template: 'grow',
      visibility: 'private',
      sharedAt: null,
      tags: ['equipo', 'Año'],
      pinned: false,
      revision: 1,
      allowedActions: ['edit', 'share', 'remove'],
      body: textSaying('Uno'),
    })
    expect(good(await notes.read(coach, note.id))).toEqual(note)
  })

  test('is added once, however often it is sent', async () => {
    const id = app.deps.newId<NoteId>()
    const first = await notes.write(coach, client, 'Uno', { id })
    await notes.put(coach, id, { basedOn: 1, body: textSaying('Dos') })
    expect((await notes.write(coach, client, 'Uno', { id })).body).toEqual(textSaying('Dos'))
    expect(first.id).toBe(id)
    const list = good(await notes.ofClient(coach, client.clientId))
    expect([list.total, list.canAdd]).toEqual([1, true])
  })

  test('is about one of the coach’s own people, and its session is theirs', async () => {
    const other = await newClient(app, coach)
    const stranger = await newClient(app, await newCoach(app))
    const session = await made(book(app, coach, other))
    const send = (about: object) =>
      app.call(
        'POST /v1/note',
        { body: { id: app.deps.newId<NoteId>(), title: '', body: textSaying('x'), ...about } },
        coach.token,
      )
    const refused = async (about: object) => {
      const { status, refusal } = await send(about)
      return [status, refusal.code]
    }
    expect(await refused({ clientId: stranger.clientId })).toEqual([404, 'client.not_found'])
    expect(await refused({ groupId: NOBODY as GroupId })).toEqual([404, 'group.not_found'])
    expect(await refused({ clientId: client.clientId, sessionId: session.id })).toEqual([
      404,
      'session.not_found',
    ])
    expect((await send({})).refusal.fields).toEqual({ clientId: 'Campo requerido' })
    const both = await send({ clientId: client.clientId, groupId: NOBODY as GroupId })
    expect(Object.keys(both.refusal.fields!)).toEqual(['groupId'])
    const own = await notes.write(coach, other, 'x', { sessionId: session.id })
    expect(own).toMatchObject({ sessionId: session.id, sessionStartsAt: session.startsAt })
    const moved = await notes.put(coach, own.id, { sessionId: NOBODY as SessionId })
    expect(moved.refusal.code).toBe('session.not_found')
    const mine = await notes.write(coach, client)
    expect((await notes.put(coach, mine.id, { sessionId: session.id })).refusal.code).toBe(
      'session.not_found',
    )
    expect(good(await notes.read(coach, mine.id)).sessionId).toBeNull()
    expect(good(await notes.put(coach, own.id, { sessionId: null })).sessionId).toBeNull()
  })

  // @spec P.151
  test('is tied to a goal of whom it is about, or of a group they are in, and to no other', async () => {
    const other = await newClient(app, coach)
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    const goalOf = async (owner: object) => {
      const body = { title: 'Hablar con mi equipo', measure: 'yesNo' as const, ...owner }
      return good(await app.call('POST /v1/goal', { body }, coach.token), 201).id
    }
    const [own, theirs, ofGroup] = [
      await goalOf({ clientId: client.clientId }),
      await goalOf({ clientId: other.clientId }),
      await goalOf({ groupId: group.id }),
    ]
    const note = await notes.write(coach, client, 'x', { goalId: own })
    expect(note).toMatchObject({ goalId: own, goalTitle: 'Hablar con mi equipo' })
    for (const goalId of [theirs, ofGroup, NOBODY as GoalId]) {
      expect((await notes.put(coach, note.id, { goalId })).refusal.code).toBe('goal.not_found')
      const body = {
        id: app.deps.newId<NoteId>(),
        clientId: client.clientId,
        title: '',
        body: textSaying('x'),
        goalId,
      }
      const { status, refusal } = await app.call('POST /v1/note', { body }, coach.token)
      expect([status, refusal.code]).toEqual([404, 'goal.not_found'])
    }
    expect(good(await notes.read(coach, note.id)).goalId).toBe(own)
    const ofMember = await notes.write(coach, member, 'x', { goalId: ofGroup })
    expect(ofMember.goalId).toBe(ofGroup)
    const about = { groupId: group.id }
    expect((await notes.write(coach, about, 'x', { goalId: ofGroup })).goalId).toBe(ofGroup)
    // The goal it has stays, also once it could not be chosen any more.
    await app.call('DELETE /v1/goal/:goalId', { params: { goalId: ofGroup } }, coach.token)
    const same = { goalId: ofGroup, title: 'Otra', basedOn: ofMember.revision }
    expect(good(await notes.put(coach, ofMember.id, same))).toMatchObject({ goalId: ofGroup, title: 'Otra' })
    expect(good(await notes.put(coach, note.id, { goalId: null }))).toMatchObject({
      goalId: null,
      goalTitle: null,
    })
  })

  // @spec P.151
  test('names its session and goal to its readers where these are theirs, and no deleted goal', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    const goalOf = async (owner: object) => {
      const body = { title: 'Hablar con mi equipo', measure: 'yesNo' as const, ...owner }
      return good(await app.call('POST /v1/goal', { body }, coach.token), 201).id
    }
    const goalId = await goalOf({ clientId: member.clientId })
    const session = await made(book(app, coach, member, '2027-02-03T16:00:00Z'))
    const own = await notes.write(coach, member, 'x', { goalId, sessionId: session.id })
    const ofGroup = await goalOf({ groupId: group.id })
    const shared = await notes.write(coach, member, 'x', { goalId: ofGroup })
    for (const { id } of [own, shared]) good(await notes.share(coach, id))
    expect(good(await notes.read(member, own.id))).toMatchObject({
      sessionStartsAt: session.startsAt,
      goalTitle: 'Hablar con mi equipo',
    })
    expect(good(await notes.read(coach, shared.id)).goalTitle).toBe('Hablar con mi equipo')
    expect(good(await notes.read(member, shared.id)).goalTitle).toBeNull()
    good(await app.call('DELETE /v1/goal/:goalId', { params: { goalId } }, coach.token), 204)
    const [listed] = good(await notes.ofClient(coach, member.clientId)).data.filter(({ id }) => id === own.id)
    expect(listed).toMatchObject({ goalId, goalTitle: null, sessionStartsAt: session.startsAt })
  })

  test('whose id another practice has taken is not found, and tells nothing of theirs', async () => {
    const stranger = await newCoach(app)
    const theirs = await notes.write(stranger, await newClient(app, stranger))
    const body = { id: theirs.id, clientId: client.clientId, title: 'Mía', body: textSaying('x') }
    const { status, refusal } = await app.call('POST /v1/note', { body }, coach.token)
    expect([status, refusal.code]).toEqual([404, 'note.not_found'])
  })

  test('is listed with pinned ones first, by tag, session and age', async () => {
    const one = await notes.write(coach, client, 'Uno', { tags: ['equipo'] })
    app.clock.advance(MINUTE_MS)
    const two = await notes.write(coach, client, 'Dos', { tags: ['año'] })
    app.clock.advance(MINUTE_MS)
    const three = await notes.write(coach, client, 'Tres')
    await notes.write(coach, await newGroup(app, coach).then(({ id }) => ({ groupId: id })), 'De grupo')
    await notes.put(coach, one.id, { pinned: true })
    const ids = async (query: object = {}) =>
      good(await notes.ofClient(coach, client.clientId, query)).data.map(({ id }) => id)
    expect(await ids()).toEqual([one.id, three.id, two.id])
    expect(await ids({ direction: 'desc' })).toEqual([one.id, two.id, three.id])
    expect(await ids({ tag: 'año' })).toEqual([two.id])
    expect(await ids({ pinned: 'true' })).toEqual([one.id])
    expect(await ids({ pinned: 'false', items: 1, page: 2 })).toEqual([two.id])
    const { tags } = good(await notes.ofClient(coach, client.clientId))
    expect(tags).toEqual(['año', 'equipo'])
  })

  test('that was deleted is nowhere until it is restored as it was', async () => {
    const note = await notes.write(coach, client, 'Uno')
    good(await notes.share(coach, note.id))
    expect((await notes.remove(coach, note.id)).status).toBe(204)
    expect((await notes.remove(coach, note.id)).refusal.code).toBe('note.not_found')
    for (const who of [coach, client]) {
      expect((await notes.read(who, note.id)).status).toBe(404)
      expect(good(await notes.ofClient(who, client.clientId)).total).toBe(0)
    }
    expect(good(await notes.search(coach, 'uno')).total).toBe(0)
    expect((await notes.versions(coach, note.id)).status).toBe(404)
    expect(good(await notes.restore(coach, note.id))).toMatchObject({ visibility: 'shared', body: note.body })
    expect((await notes.restore(coach, note.id)).refusal.code).toBe('note.not_found')
    expect((await notes.read(client, note.id)).status).toBe(200)
  })
})

// @spec P.100
describe('a note that is saved while it is written', () => {
  test('replaces nothing that was stored meanwhile', async () => {
    const { id } = await notes.write(coach, client, 'Uno')
    const two = good(await notes.put(coach, id, { basedOn: 1, body: textSaying('Dos') }))
    expect(two.revision).toBe(2)
    const stale = await notes.put(coach, id, { basedOn: 1, body: textSaying('Otra') })
    expect([stale.status, stale.refusal.code]).toEqual([409, 'note.conflict'])
    expect(await texts(id)).toEqual(textSaying('Dos'))
    // An answer that was lost: the same again is no conflict, and changes nothing.
    const again = good(await notes.put(coach, id, { basedOn: 1, body: textSaying('Dos') }))
    expect(again).toEqual(two)
    const missing = await notes.put(coach, id, { body: textSaying('Tres') })
    expect(missing.refusal.fields).toEqual({ basedOn: 'Campo requerido' })
  })

  test('by two at once is saved by one', async () => {
    const { id } = await notes.write(coach, client, 'Uno')
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((text) => notes.put(coach, id, { basedOn: 1, body: textSaying(text) })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('makes a version every ten minutes, and of what a choice replaced', async () => {
    const { id } = await notes.write(coach, client, 'v1')
    const save = async (text: string, more: object = {}) => {
      const { revision } = good(await notes.read(coach, id))
      return good(await notes.put(coach, id, { basedOn: revision, body: textSaying(text), ...more }))
    }
    const kept = async () => good(await notes.versions(coach, id)).data.map(({ revision }) => revision)
    for (const text of ['v2', 'v3']) await save(text)
    expect(await kept()).toEqual([])
    app.clock.advance(10 * MINUTE_MS)
    for (const text of ['v4', 'v5', 'v6']) await save(text)
    expect(await kept()).toEqual([3])
    await save('v7', { keepsReplaced: true })
    expect(await kept()).toEqual([6, 3])
    const [, three] = good(await notes.versions(coach, id)).data
    const params = { noteId: id, versionId: three!.id }
    const version = good(await app.call('GET /v1/note/:noteId/versions/:versionId', { params }, coach.token))
    expect(version.body).toEqual(textSaying('v3'))
    const restore = (basedOn: number, versionId = three!.id) =>
      app.call(
        'POST /v1/note/:noteId/versions/:versionId/restore',
        { params: { noteId: id, versionId }, body: { basedOn } },
        coach.token,
      )
    expect((await restore(6)).refusal.code).toBe('note.conflict')
    expect((await restore(7, NOBODY as NoteVersionId)).refusal.code).toBe('note.not_found')
    expect(good(await restore(7)).body).toEqual(textSaying('v3'))
    expect(await kept()).toEqual([7, 6, 3])
  })

  test('keeps versions for 90 days, and deleted notes for 60', async () => {
    const { id } = await notes.write(coach, client, 'Uno')
    const gone = await notes.write(coach, client, 'Otra')
    await notes.put(coach, id, { basedOn: 1, body: textSaying('Dos'), keepsReplaced: true })
    await notes.remove(coach, gone.id)
    const count = async () => {
      const { db } = app.deps
      const versions = await db.selectFrom('note_versions').where('note_id', '=', id).select('id').execute()
      const deleted = await db.selectFrom('notes').where('id', '=', gone.id).select('id').execute()
      return [versions.length, deleted.length]
    }
    const purged = async () => {
      await startPurging(app.deps)
      await app.settle()
      return count()
    }
    expect(await purged()).toEqual([1, 1])
    app.clock.advance(61 * DAY_MS)
    expect(await purged()).toEqual([1, 0])
    app.clock.advance(30 * DAY_MS)
    expect(await purged()).toEqual([0, 0])
  })
})

// @spec P.99
describe('a search of notes', () => {
  test('finds the forms of a word, with and without accents, and marks them', async () => {
    const marked = async (search: string) =>
      good(await notes.search(coach, search)).data.map(({ textParts }) =>
        textParts.filter(({ found }) => found).map(({ text }) => text),
      )
    await notes.write(coach, client, 'Trabajar la comunicación con sus equipos, y otras comunicaciones.', {
      title: '',
    })
    await notes.write(coach, client, 'Habló de su sesion sin acento; hablaremos de psicología.', {
      title: 'Logros',
    })
    for (const search of ['comunicación', 'comunicacion', 'COMUNICACIONES', 'comunicacíon']) {
      expect(await marked(search), search).toEqual([['comunicación', 'comunicaciones']])
    }
    for (const search of ['sesión', 'sesiones', 'sesion'])
      expect(await marked(search), search).toEqual([['sesion']])
    expect(await marked('hablar')).toEqual([['Habló', 'hablaremos']])
    expect(await marked('psicologia')).toEqual([['psicología']])
    // What is being typed, and words of different places.
    expect(await marked('comuni')).toEqual([['comunicación', 'comunicaciones']])
    expect(await marked('equipo comunicación')).toEqual([['comunicación', 'equipos', 'comunicaciones']])
    expect(await marked('equipo psicología')).toEqual([])
    expect(await marked('¿?')).toEqual([])
    const [logros] = good(await notes.search(coach, 'logro')).data
    expect(logros!.titleParts).toEqual([{ text: 'Logros', found: true }])
  })

  test('looks only at the coach’s own notes, of one person if asked', async () => {
    const stranger = await newCoach(app)
    const other = await newClient(app, coach)
    await notes.write(stranger, await newClient(app, stranger), 'horizonte')
    const first = await notes.write(coach, client, 'horizonte')
    await notes.write(coach, other, 'horizonte', { tags: ['cierre'] })
    expect(good(await notes.search(coach, 'horizonte')).total).toBe(2)
    const ofOne = good(await notes.search(coach, 'horizonte', { clientId: client.clientId }))
    expect(ofOne.data.map(({ id }) => id)).toEqual([first.id])
    expect(good(await notes.search(coach, 'cierre', { groupId: NOBODY })).total).toBe(0)
    expect(good(await notes.search(coach, 'cierre')).total).toBe(1)
    expect((await notes.search(client, 'horizonte')).status).toBe(403)
  })
})

test('notes of others, and of nobody, are not found', async () => {
  const stranger = await newCoach(app)
  const { id } = await notes.write(stranger, await newClient(app, stranger))
  for (const noteId of [id, NOBODY as NoteId]) {
    const answers = [
      await notes.read(coach, noteId),
      await notes.read(client, noteId),
      await notes.put(coach, noteId, { pinned: true }),
      await notes.share(coach, noteId),
      await notes.unshare(coach, noteId),
      await notes.remove(coach, noteId),
      await notes.restore(coach, noteId),
      await notes.versions(coach, noteId),
    ]
    for (const { status, refusal } of answers) expect([status, refusal.code]).toEqual([404, 'note.not_found'])
  }
  const unknown = await notes.ofClient(coach, NOBODY as ClientId)
  expect(unknown.refusal.code).toBe('client.not_found')
  expect((await notes.ofGroup(coach, NOBODY as GroupId)).refusal.code).toBe('group.not_found')
})
