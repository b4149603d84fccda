import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  MAX_BULK_CLIENTS,
  type BulkTransition,
  type PreviewedChange,
} from '#contract/clients/clients-bulk.ts'
import type { NewClientBody } from '#contract/clients.ts'
import type { ClientId, ImportId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, epochMs } from '#time/clock.ts'
import { forgetImports } from '#server/modules/client-files/imports.service.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { expectEqualEffort, statementsOf } from '#test/support/effort/statements.ts'
import { formOf } from '#test/support/forms.ts'
import { answersOf, freedAfterTwoInvitations, inviteClient } from '#test/support/invitations.ts'
import { type TestClient, type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { OFFERED, book, made } from '#test/support/sessions.ts'

const LIMIT = 3
const NOBODY = '01890000-0000-7000-8000-000000000000' as ClientId

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp({ env: { MAILS_PER_COACH_PER_DAY: String(LIMIT) } })
})
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
})
afterAll(() => app.finish())

const create = async (change: Partial<NewClientBody> = {}): Promise<ClientId> => {
  const body = { name: 'Luz', lastName: 'Vega', email: newEmail('luz'), ...change }
  const { status, body: made } = await app.call('POST /v1/client', { body }, coach.token)
  expect(status).toBe(201)
  return made.id
}
const many = (count: number, change: Partial<NewClientBody> = {}) =>
  Promise.all(Array.from({ length: count }, () => create(change)))
const get = async (clientId: ClientId) =>
  (await app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)).body
const previewed = (clientIds: ClientId[], transition: PreviewedChange, by = coach) =>
  app.call('POST /v1/client/bulk/preview', { body: { clientIds, transition } }, by.token)
const invite = (clientIds: ClientId[], by = coach) =>
  app.call('POST /v1/client/bulk/invite', { body: { clientIds } }, by.token)
const tag = (clientIds: ClientId[], name: string, remove = false) =>
  app.call('POST /v1/client/bulk/tag', { body: { clientIds, tag: name, remove } }, coach.token)
const move = (clientIds: ClientId[], transition: BulkTransition) =>
  app.call('POST /v1/client/bulk/transition', { body: { clientIds, transition } }, coach.token)
const mailsTo = async (clientId: ClientId) => {
  await app.settle()
  const { email } = await get(clientId)
  return (await app.mails(email)).length
}

describe('inviting many at once (product §4)', () => {
  test('leaves out who is invited, has an account, is archived, unknown or of somebody else', async () => {
    const [fresh, archived] = await many(2)
    const open = await create({ invite: true })
    const { clientId: active } = await newClient(app, coach)
    await move([archived!], 'archive')
    const { clientId: foreign } = await newClient(app, await newCoach(app))
    const all = [fresh!, open, active, archived!, foreign, NOBODY, fresh!]
    const preview = await previewed(all, 'invite')
    expect(await get(fresh!)).toMatchObject({ status: 'notInvited' })
    const { status, body } = await invite(all)
    expect(status).toBe(200)
    expect(body).toEqual({
      changed: [fresh],
      left: [
        { clientId: open, reason: 'invited' },
        { clientId: active, reason: 'wrongState' },
        { clientId: archived, reason: 'wrongState' },
        { clientId: foreign, reason: 'notFound' },
        { clientId: NOBODY, reason: 'notFound' },
      ],
      waiting: 0,
    })
    // Whom the coach was told of before are those who got a mail.
    const { changed, left } = body
    expect(preview.body).toEqual({ changed, left, coming: [], comingTotal: 0 })
    expect(await get(fresh!)).toMatchObject({ status: 'invited' })
    expect(await mailsTo(fresh!)).toBe(1)
    expect(await mailsTo(open)).toBe(1)
  })

  test('invites again who declined or let it expire, and ends the links of before', async () => {
    const declined = await inviteClient(app, coach)
    await answersOf(app).decline(declined.clientId, { token: declined.token })
    const expired = await inviteClient(app, coach)
    const invited_at = toTimestamp(epochMs(app.clock.now() - 15 * DAY_MS))
    await app.deps.db.updateTable('clients').set({ invited_at }).where('id', '=', expired.clientId).execute()
    const { body } = await invite([declined.clientId, expired.clientId])
    expect(body.left).toEqual([])
    expect(new Set(body.changed)).toEqual(new Set([declined.clientId, expired.clientId]))
    expect((await answersOf(app).look(expired.clientId, expired.token)).status).not.toBe(200)
  })

  test('leaves out an address that was invited too often, and invites the others', async () => {
    const email = newEmail('often')
    await freedAfterTwoInvitations(app, coach, email)
    const [often, other] = [await create({ email }), await create()]
    const preview = await previewed([often, other], 'invite')
    const { body } = await invite([often, other])
    expect(preview.body).toMatchObject({ changed: body.changed, left: body.left })
    expect(body).toMatchObject({ changed: [other], left: [{ clientId: often, reason: 'tooSoon' }] })
    expect(await get(often)).toMatchObject({ status: 'notInvited' })
  })

  test('has the mails beyond the limit of the day wait, and says how many', async () => {
    const clients = await many(LIMIT + 2)
    const { body } = await invite(clients)
    expect(body).toMatchObject({ left: [], waiting: 2 })
    const sent = await Promise.all(clients.map((id) => mailsTo(id)))
    expect(sent.filter((count) => count === 1)).toHaveLength(LIMIT)
    app.clock.advance(DAY_MS)
    expect(await Promise.all(clients.map((id) => mailsTo(id)))).toEqual(clients.map(() => 1))
  })

  test('twice at once mails everybody once', async () => {
    const clients = await many(LIMIT)
    const answers = await Promise.all([invite(clients), invite(clients.toReversed())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.flatMap(({ body }) => body.changed).toSorted()).toEqual(clients.toSorted())
    expect(await Promise.all(clients.map((id) => mailsTo(id)))).toEqual(clients.map(() => 1))
  })

  test('is refused to a coach whose own address is not confirmed, and to more than a hundred', async () => {
    const unverified = await newCoach(app, { verified: false })
    expect(await invite([NOBODY], unverified)).toMatchObject({
      status: 403,
      body: { code: 'auth.email_unverified' },
    })
    const tooMany = Array.from({ length: MAX_BULK_CLIENTS + 1 }, () => NOBODY)
    expect((await invite(tooMany)).status).toBe(422)
    expect((await invite([])).status).toBe(422)
  })
})

describe('inviting everybody of an import', () => {
  const read = async (emails: string[]): Promise<ImportId> => {
    const csv = ['Nombre,Apellidos,Correo', ...emails.map((email) => `Luz,Vega,${email}`)].join('\n')
    const form = formOf({ field: 'file', file: 'a.csv', type: 'text/csv', bytes: Buffer.from(csv) })
    const preview = await app.send({ method: 'POST', url: '/v1/client/import', token: coach.token, ...form })
    return (preview.body as { importId: ImportId }).importId
  }
  const confirm = async (importId: ImportId): Promise<ImportId> => {
    const { status } = await app.call('PUT /v1/client/import', { body: { importId } }, coach.token)
    expect(status).toBe(200)
    return importId
  }
  const imported = async (emails: string[]) => confirm(await read(emails))
  const inviteAll = (importId: ImportId, by = coach) =>
    app.call('POST /v1/client/import/invite', { body: { importId } }, by.token)
  const people = (count: number) => Array.from({ length: count }, () => newEmail('importada'))

  test('mails each once, within the limit, however often it is pressed', async () => {
    const emails = people(LIMIT + 1)
    const importId = await imported(emails)
    const answers = await Promise.all([inviteAll(importId), inviteAll(importId)])
    expect(answers.map(({ body }) => body).toSorted((a, b) => a.invited - b.invited)).toEqual([
      { invited: 0, waiting: 0 },
      { invited: LIMIT + 1, waiting: 1 },
    ])
    await app.settle()
    expect((await Promise.all(emails.map((email) => app.mails(email)))).flat()).toHaveLength(LIMIT)
    app.clock.advance(DAY_MS)
    await app.settle()
    const mails = await Promise.all(emails.map((email) => app.mails(email)))
    expect(mails.map(({ length }) => length)).toEqual(emails.map(() => 1))
  })

  test('is possible for a day from the confirmation, which is possible for a day from the reading', async () => {
    const importId = await read(people(1))
    const purge = () =>
      app.deps.db.transaction().execute((tx) => forgetImports(tx, epochMs(app.clock.now() - DAY_MS), 100))
    const kept = () =>
      app.deps.db.selectFrom('client_imports').select('id').where('id', '=', importId).execute()
    app.clock.advance(DAY_MS - HOUR_MS)
    await confirm(importId)
    app.clock.advance(DAY_MS - HOUR_MS)
    await purge()
    expect(await inviteAll(importId)).toMatchObject({ status: 200, body: { invited: 1 } })
    app.clock.advance(HOUR_MS)
    expect((await inviteAll(importId)).refusal.code).toBe('import.not_found')
    app.clock.advance(HOUR_MS)
    expect(await kept()).toHaveLength(1)
    await purge()
    expect(await kept()).toEqual([])
  })

  test('leaves out who was invited or archived meanwhile, and all other clients', async () => {
    const other = await create()
    const [first, second, third] = people(3)
    const importId = await imported([first!, second!, third!])
    const { body } = await app.call(
      'GET /v1/client/coach/:coachId',
      { params: { coachId: coach.userId }, query: {} },
      coach.token,
    )
    const idOf = (email: string) => body.data.find((client) => client.email === email)!.id
    await invite([idOf(first!)])
    await move([idOf(second!)], 'archive')
    expect((await inviteAll(importId)).body).toEqual({ invited: 1, waiting: 0 })
    expect(await get(idOf(third!))).toMatchObject({ status: 'invited' })
    expect(await get(idOf(second!))).toMatchObject({ status: 'archived' })
    expect(await get(other)).toMatchObject({ status: 'notInvited' })
  })

  test('is for the coach who confirmed it, and whose own address is confirmed', async () => {
    const importId = await imported(people(1))
    expect(await inviteAll(importId, await newCoach(app))).toMatchObject({
      status: 404,
      body: { code: 'import.not_found' },
    })
    const missing = await inviteAll(NOBODY as string as ImportId)
    expect(missing.status).toBe(404)
    coach = await newCoach(app, { verified: false })
    expect(await inviteAll(await imported(people(1)))).toMatchObject({
      status: 403,
      body: { code: 'auth.email_unverified' },
    })
  })
})

describe('tagging many at once', () => {
  test('adds the tag to who lacks it, and takes it away again', async () => {
    const [plain, tagged] = [await create(), await create({ tags: ['Vip'] })]
    const full = await create({ tags: Array.from({ length: 15 }, (_, at) => `t${at}`) })
    const { body } = await tag([plain, tagged, full, NOBODY], 'vip')
    expect(body).toEqual({
      changed: [plain],
      left: [
        { clientId: tagged, reason: 'unchanged' },
        { clientId: full, reason: 'tooManyTags' },
        { clientId: NOBODY, reason: 'notFound' },
      ],
    })
    expect(await get(plain)).toMatchObject({ tags: ['vip'] })
    expect((await tag([plain, tagged], 'VIP', true)).body.changed).toHaveLength(2)
    expect(await get(tagged)).toMatchObject({ tags: [] })
    expect((await tag([plain], ' ')).status).toBe(422)
  })

  test('takes a tag for the same one as the filter of the list does: accents and case do not count', async () => {
    const client = await create({ tags: ['Líder', 'LIDER', 'otra'] })
    const { body } = await app.call(
      'GET /v1/client/coach/:coachId',
      { params: { coachId: coach.userId }, query: { tag: 'lider' } },
      coach.token,
    )
    expect(body.data.map(({ id }) => id)).toEqual([client])
    expect((await tag([client], 'lider')).body.left).toEqual([{ clientId: client, reason: 'unchanged' }])
    expect((await tag([client], 'lider', true)).body.changed).toEqual([client])
    expect(await get(client)).toMatchObject({ tags: ['otra'] })
  })

  test('two tags at once are both kept', async () => {
    const clients = await many(2)
    await Promise.all([tag(clients, 'ventas'), tag(clients.toReversed(), 'líder')])
    for (const id of clients) {
      expect((await get(id)).tags?.toSorted((a, b) => a.localeCompare(b))).toEqual(['líder', 'ventas'])
    }
  })
})

describe('changing the state of many at once (product §6)', () => {
  test('cancels the coming sessions of each as for one, and names who stayed', async () => {
    const [one, two] = [await newClient(app, coach), await newClient(app, coach)]
    const waiting = await create()
    const session = await made(book(app, coach, one, OFFERED))
    const all = [one.clientId, two.clientId, waiting, NOBODY]
    const preview = await previewed(all, 'pause')
    expect(preview.body).toEqual({
      changed: [one.clientId, two.clientId],
      left: [
        { clientId: waiting, reason: 'wrongState' },
        { clientId: NOBODY, reason: 'notFound' },
      ],
      coming: [
        { id: session.id, clientId: one.clientId, startsAt: session.startsAt, endsAt: session.endsAt },
      ],
      comingTotal: 1,
    })
    expect(await get(one.clientId)).toMatchObject({ status: 'active' })
    const { changed, left } = (await move(all, 'pause')).body
    expect({ changed, left }).toEqual({ changed: preview.body.changed, left: preview.body.left })
    const kept = await app.call(
      'GET /v1/session/:sessionId',
      { params: { sessionId: session.id } },
      coach.token,
    )
    expect(kept.body.status).toBe('cancelledByCoach')
    await app.settle()
    expect(await app.mails(one.email)).not.toEqual([])
    expect(await app.mails(two.email)).toEqual([])
    expect((await move(all, 'pause')).body).toEqual({
      changed: [],
      left: [
        { clientId: one.clientId, reason: 'unchanged' },
        { clientId: two.clientId, reason: 'unchanged' },
        { clientId: waiting, reason: 'wrongState' },
        { clientId: NOBODY, reason: 'notFound' },
      ],
    })
    expect((await move(changed, 'resume')).body).toEqual({ changed, left: [] })
    expect(await get(one.clientId)).toMatchObject({ status: 'active' })
  })

  test('archives, and brings everybody back to the state before', async () => {
    const [fresh, invited] = [await create(), await create({ invite: true })]
    const { clientId: active } = await newClient(app, coach)
    expect((await move([fresh, invited, active], 'archive')).body).toEqual({
      changed: [fresh, invited],
      left: [{ clientId: active, reason: 'wrongState' }],
    })
    await move([fresh, invited], 'restore')
    expect(await get(fresh)).toMatchObject({ status: 'notInvited' })
    expect(await get(invited)).toMatchObject({ status: 'invited' })
  })

  test('takes as many statements for a client with many sessions as for one with few', async () => {
    const [few, many] = [await newClient(app, coach), await newClient(app, coach)]
    const weekly = (count: number) => ({
      recurrence: { frequency: 'weekly' as const, interval: 1, weekdays: [], count },
      outsideHours: true,
    })
    await made(book(app, coach, few, OFFERED, weekly(2)))
    await made(book(app, coach, many, '2027-02-04T18:00:00.000Z', weekly(21)))
    const preview = await previewed([few.clientId, many.clientId], 'pause')
    expect([preview.body.coming.length, preview.body.comingTotal]).toEqual([20, 23])
    const starts = preview.body.coming.map(({ startsAt }) => startsAt)
    expect(starts).toEqual(starts.toSorted())

    const pause = ({ clientId }: TestClient) => statementsOf(() => move([clientId], 'pause'))
    const ofFew = await pause(few)
    expectEqualEffort(ofFew, await pause(many))
  })

  test('does not reach into another practice', async () => {
    const other = await newCoach(app)
    const theirs = await newClient(app, other)
    expect((await move([theirs.clientId], 'pause')).body).toEqual({
      changed: [],
      left: [{ clientId: theirs.clientId, reason: 'notFound' }],
    })
    expect((await tag([theirs.clientId], 'mía')).body.changed).toEqual([])
    const params = { clientId: theirs.clientId }
    const { body } = await app.call('GET /v1/client/:clientId', { params }, other.token)
    expect(body).toMatchObject({ status: 'active', tags: [] })
  })
})

test('chosen clients leave as a file, whatever their state, and nobody else', async () => {
  const [one, archived] = await many(2)
  await create()
  await move([archived!], 'archive')
  const { clientId: foreign } = await newClient(app, await newCoach(app))
  const { status, body, headers } = await app.send({
    method: 'POST',
    url: '/v1/client/bulk/export',
    token: coach.token,
    body: { clientIds: [one, archived, foreign] },
  })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="clientes-2027-02-02.csv"')
  expect((body as string).trimEnd().split('\r\n')).toHaveLength(3)
})
