import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeImport } from '#server/modules/data-imports/importing.service.ts'
import { DAY_MS } from '#time/clock.ts'
import { type TestApp, instant, makeApp } from '#test/support/app.ts'
import { exportOf } from '#test/support/exports/exports.ts'
import { formOf } from '#test/support/forms.ts'
import { good, newGroup } from '#test/support/groups.ts'
import { finishImport, importInto, uploadArchive, withRows, zipOf } from '#test/support/imports/archives.ts'
import { type TestPractice, practiceToMove, write } from '#test/support/imports/practice.ts'
import { answersOf } from '#test/support/invitations.ts'
import { PASSWORD, type TestCoach, mailedInvitation, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { OFFERED, ask, book, made } from '#test/support/sessions.ts'

let app: TestApp
let practice: TestPractice
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  await app.startTest()
  practice = await practiceToMove(app)
  coach = await newCoach(app)
})
afterAll(() => app.close())

const clientsOf = async ({ token, userId }: TestCoach) =>
  good(await app.call('GET /v1/client/all/coach/:coachId', { params: { coachId: userId }, query: {} }, token))
    .data

const threadOf = async ({ token }: { token: string }, id: string) =>
  good(await app.call('GET /v1/message/:roomId', { params: { roomId: id }, query: {} }, token)).data

const standIns = () =>
  app.deps.db.selectFrom('users').where('stands_for', 'is not', null).selectAll().execute()

// @spec P.355
describe('a client of an imported practice', () => {
  test('comes without an account, with what they wrote, and can be invited', async () => {
    await importInto(app, coach, practice.archive)
    const [luz] = await clientsOf(coach)
    expect(luz).toMatchObject({
      name: 'Luz',
      email: practice.client.email,
      status: 'notInvited',
      acceptedAt: null,
    })
    expect(luz!.allowedActions).toContain('invite')
    expect(luz!.id).not.toBe(practice.client.clientId)
    const thread = await threadOf(coach, luz!.id)
    expect(thread.map(({ text, sender }) => [text, sender.name])).toEqual([
      ['Hoy respiré antes de contestar.', 'Luz'],
      ['Mi diario', 'Luz'],
      ['Muy bien, Luz.', coach.name],
    ])
    const { data: rooms } = good(await app.call('GET /v1/message/rooms', { query: {} }, coach.token))
    expect(rooms[0]).toMatchObject({ unread: 0, name: 'Luz' })
    // The original is as it was.
    expect((await clientsOf(practice.coach))[0]).toMatchObject({
      status: 'active',
      id: practice.client.clientId,
    })
    expect(await threadOf(practice.client, practice.client.clientId)).toHaveLength(3)
  })

  test('who accepts gets what they wrote, and nothing is in their place any more', async () => {
    await importInto(app, coach, practice.archive)
    const [luz] = await clientsOf(coach)
    const clientId = luz!.id
    const mine = (await standIns()).filter(({ stands_for: of }) => of === clientId)
    expect(mine).toHaveLength(1)
    await app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }, coach.token)
    const token = await mailedInvitation(app, practice.client.email)
    const answer = await answersOf(app).accept(clientId, { token }, practice.client.token)
    const own = good(answer)
    const thread = await threadOf(own, clientId)
    expect(thread.map(({ sender }) => sender.userId === practice.client.userId)).toEqual([true, true, false])
    const { data: rooms } = good(await app.call('GET /v1/message/rooms', { query: {} }, own.token))
    expect(rooms[0]).toMatchObject({ unread: 0 })
    expect((await standIns()).filter(({ id }) => id === mine[0]!.id)).toEqual([])
    expect((await standIns()).filter(({ stands_for: of }) => of === clientId)).toEqual([])
    // They go on writing in both practices.
    await write(app, own, clientId, 'Aquí sigo.')
    expect(await threadOf(coach, clientId)).toHaveLength(4)
  })

  test('has nobody who could sign in for them', async () => {
    await importInto(app, coach, practice.archive)
    const [luz] = await clientsOf(coach)
    const [account] = (await standIns()).filter(({ stands_for: of }) => of === luz!.id)
    expect(account).toMatchObject({ password_hash: null, email: `${account!.id}@imported.invalid` })
    const body = { email: account!.email, password: PASSWORD }
    expect((await app.call('POST /v1/auth/user', { body })).status).toBe(401)
    const memberships = await app.deps.db
      .selectFrom('memberships')
      .where('user_id', '=', account!.id)
      .select('id')
      .execute()
    expect(memberships).toEqual([])
    await app.call('POST /v1/auth/recovery', { body: { email: account!.email } })
    await app.settle()
    expect(await app.mails(account!.email)).toEqual([])
  })

  test('is in the state from which they can be worked with again', async () => {
    const states = ['notInvited', 'invited', 'active', 'declined', 'paused', 'finished', 'archived']
    const archive = withRows(practice.archive, 'practice/clients', ([row]) =>
      states.map((status, at) => ({
        ...row,
        id: at === 0 ? row!['id'] : `ffffffff-0000-7000-8000-00000000000${at}`,
        user_id: at === 0 ? row!['user_id'] : null,
        email: `${status.toLowerCase()}@correo.example`,
        status,
        archived_from: status === 'archived' ? 'finished' : null,
        photo_id: null,
      })),
    )
    await importInto(app, coach, archive)
    const rows = await app.deps.db
      .selectFrom('clients')
      .where('coach_id', '=', coach.userId)
      .select(['email', 'status', 'archived_from', 'user_id', 'invited_at'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ email, status, archived_from: from }) => [email.split('@')[0], status, from])).toEqual(
      [
        ['notinvited', 'notInvited', null],
        ['invited', 'notInvited', null],
        ['active', 'notInvited', null],
        ['declined', 'declined', null],
        ['paused', 'notInvited', null],
        ['finished', 'archived', 'notInvited'],
        ['archived', 'archived', 'notInvited'],
      ],
    )
    expect(rows.every((row) => row.user_id === null && row.invited_at === null)).toBe(true)
  })

  test('who is in a group is in it again, and reads its room once they accept', async () => {
    const group = await newGroup(app, practice.coach, { name: 'Liderazgo' })
    const member = await newClient(app, practice.coach, { name: 'Iván', groupId: group.id })
    await write(app, member, group.id, 'Hola a todos')
    await importInto(app, coach, await exportOf(app, practice.coach))
    const { data } = good(
      await app.call(
        'GET /v1/group/coach/:coachId',
        { params: { coachId: coach.userId }, query: {} },
        coach.token,
      ),
    )
    expect(data[0]).toMatchObject({ name: 'Liderazgo', members: 1, status: 'open' })
    expect((await threadOf(coach, data[0]!.id))[0]).toMatchObject({
      text: 'Hola a todos',
      sender: { name: 'Iván' },
    })
  })
})

describe('the logo of the importing coach', () => {
  const withLogo = async ({ token, userId }: TestCoach) => {
    const part = { field: 'logo', file: 'logo.png', type: 'image/png', bytes: await picture() }
    const { status } = await app.send({
      method: 'POST',
      url: `/v1/coach/custom/${userId}`,
      token,
      ...formOf(part),
    })
    expect(status).toBe(200)
  }
  const logosOf = async ({ userId }: TestCoach) => {
    const rows = await app.deps.db
      .selectFrom('files')
      .innerJoin('coaches', 'coaches.logo_id', 'files.id')
      .where('coaches.id', '=', userId)
      .select('files.id')
      .execute()
    return rows.map(({ id }) => id)
  }

  test('stays if the archive has none, and gives way to that of the archive', async () => {
    await withLogo(coach)
    const [before] = await logosOf(coach)
    expect((await importInto(app, coach, practice.archive)).state).toBe('done')
    expect(await logosOf(coach)).toEqual([before])
    await withLogo(practice.coach)
    const other = await newCoach(app)
    await withLogo(other)
    const [replaced] = await logosOf(other)
    expect((await importInto(app, other, await exportOf(app, practice.coach))).state).toBe('done')
    const now = await logosOf(other)
    expect(now).toHaveLength(1)
    expect(now).not.toEqual([replaced])
  })

  test('is no picture of a client', async () => {
    await withLogo(practice.coach)
    const [logo] = await logosOf(practice.coach)
    const archive = withRows(await exportOf(app, practice.coach), 'practice/clients', ([row]) => [
      { ...row, photo_id: logo },
    ])
    const { state, refusal } = await importInto(app, coach, archive)
    expect([state, refusal?.code]).toEqual(['refused', 'practice_import.unknown_reference'])
  })
})

// @spec P.356
describe('what the clock does for an imported practice', () => {
  test('is what lies ahead: reminders are set, nothing of the past is told, and what ran out is over', async () => {
    const { client } = practice
    const ahead = await made(book(app, practice.coach, client, '2027-03-04T15:00:00.000Z'))
    const asked = good(await ask(app, client, OFFERED), 201)
    const body = {
      description: 'Preparar la sesión',
      date: '2027-03-01',
      time: '08:00',
      clientId: client.clientId,
    }
    good(await app.call('POST /v1/memorandum', { body }, practice.coach.token), 201)
    const action = { clientId: client.clientId, text: 'Respirar cada mañana', dueOn: '2027-03-02' }
    good(await app.call('POST /v1/action', { body: action }, practice.coach.token), 201)
    const archive = await exportOf(app, practice.coach)
    await app.startTest()
    // The request runs out meanwhile.
    app.clock.set(instant(OFFERED))
    app.clock.advance(2 * DAY_MS)
    const token = good(
      await app.call('POST /v1/auth/user', { body: { email: coach.email, password: PASSWORD } }),
    ).token
    await importInto(app, { ...coach, token }, archive)
    const timers = await app.deps.db.selectFrom('timers').select(['key', 'due_at']).orderBy('key').execute()
    const kinds = timers.map(({ key }) => key.split(':')[0])
    expect(kinds.filter((kind) => kind !== 'import.expire')).toEqual([
      'action.remind',
      'memorandum.remind',
      'session.remind.h24',
      'session.remind.h3',
      'session.remind.h48',
      'session.remind.m10',
    ])
    expect(timers.every(({ due_at: at }) => at > app.clock.now())).toBe(true)
    const sessions = await app.deps.db
      .selectFrom('sessions')
      .where('coach_id', '=', coach.userId)
      .select(['status', 'starts_at'])
      .orderBy('starts_at')
      .execute()
    expect(sessions.map(({ status }) => status)).toEqual(['expired', 'confirmed'])
    expect(sessions[1]!.starts_at).toBe(instant(ahead.startsAt))
    expect(asked.status).toBe('requested')
    const mails = (await app.mails(client.email)).length
    await app.settle()
    expect((await app.mails(client.email)).length).toBe(mails)
    expect(await app.mails(coach.email)).toEqual([])
  })

  test('is all of it, of more than are read at once', async () => {
    const body = { description: 'Preparar', date: '2027-03-01', time: '08:00' }
    good(await app.call('POST /v1/memorandum', { body }, practice.coach.token), 201)
    const archive = withRows(await exportOf(app, practice.coach), 'practice/memorandums', ([row]) =>
      Array.from({ length: 1_001 }, (_, at) => ({
        ...row,
        id: `01ffaaaa-0000-7000-8000-${String(at).padStart(12, '0')}`,
      })),
    )
    await app.startTest()
    expect((await importInto(app, coach, archive)).state).toBe('done')
    const { count } = await app.deps.db
      .selectFrom('timers')
      .where('key', 'like', 'memorandum.remind:%')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1_001)
  })

  test('a memorandum that falls due while the archive is read is past, as those before it', async () => {
    const body = {
      description: 'Preparar',
      date: '2027-03-01',
      time: '08:00',
      clientId: practice.client.clientId,
    }
    good(await app.call('POST /v1/memorandum', { body }, practice.coach.token), 201)
    const zip = await zipOf(await exportOf(app, practice.coach))
    const id = await uploadArchive(app, coach, zip)
    good(await finishImport(app, coach, id), 202)
    const due = await app.deps.db
      .selectFrom('memorandums')
      .where('coach_id', '=', practice.coach.userId)
      .select('due_at')
      .executeTakeFirstOrThrow()
    const slow = {
      ...app.deps,
      resourceFiles: {
        ...app.deps.resourceFiles,
        put: (...of: Parameters<typeof app.deps.resourceFiles.put>) => {
          app.clock.set(due.due_at)
          return app.deps.resourceFiles.put(...of)
        },
      },
    }
    await makeImport(slow, { version: 1, importId: id })
    const read = await app.deps.db
      .selectFrom('memorandums')
      .where('coach_id', '=', coach.userId)
      .select('reminded_at')
      .execute()
    expect(read).toEqual([{ reminded_at: due.due_at }])
  })

  test('somebody whose process is over has no sessions ahead, whatever an archive says', async () => {
    await made(book(app, practice.coach, practice.client, '2027-03-04T15:00:00.000Z'))
    const archive = withRows(await exportOf(app, practice.coach), 'practice/clients', ([row]) => [
      { ...row, status: 'archived', archived_from: 'finished' },
    ])
    const { state, refusal } = await importInto(app, coach, archive)
    expect([state, refusal?.code]).toEqual(['refused', 'practice_import.impossible_sessions'])
    // Declining an invitation calls nothing off: such an archive is an honest one.
    const declined = withRows(await exportOf(app, practice.coach), 'practice/clients', ([row]) => [
      { ...row, status: 'declined' },
    ])
    expect((await importInto(app, await newCoach(app), declined)).state).toBe('done')
    expect(refusal?.error).toMatch(/^Un cliente archivado de la copia tiene sesiones por delante\./)
  })
})
