import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientDetail } from '#contract/clients.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { ClientId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type FormPart, formOf } from '#test/support/forms.ts'
import { type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { NO_PICTURES, picture } from '#test/support/pictures.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  coach = await newCoach(app)
})
afterAll(() => app.close())

const form = (bytes: Buffer, field = 'photo'): FormPart => ({
  field,
  file: 'foto.png',
  type: 'image/png',
  bytes,
})

async function send(clientId: ClientId, parts: FormPart[], { token }: { token: string } = coach) {
  const url = `/v1/client/${clientId}/photo`
  const { status, body } = await app.send({ method: 'POST', url, token, ...formOf(...parts) })
  return { status, client: body as ClientDetail, refusal: body as ErrorBody }
}
const remove = (clientId: ClientId, { token }: { token: string } = coach) =>
  app.call('DELETE /v1/client/:clientId/photo', { params: { clientId } }, token)
const create = async () => {
  const body = { name: 'Luz', lastName: 'Vega', email: newEmail('client') }
  return (await app.call('POST /v1/client', { body }, coach.token)).body.id
}
const opens = async (url: string) => (await app.send({ method: 'GET', url })).status

// @spec P.15
describe('the coach’s picture of a client (product §6)', () => {
  test('is shown, replaced, and taken away, each client’s by itself', async () => {
    const [one, other] = [await create(), await create()]
    const kept = (await send(other, [form(await picture())])).client.photo!.fileURL
    const { status, client } = await send(one, [form(await picture())])
    expect(status).toBe(200)
    const first = client.photo!.fileURL
    expect(await opens(first)).toBe(200)
    const second = (await send(one, [form(await picture())])).client.photo!.fileURL
    expect([await opens(first), await opens(second), await opens(kept)]).toEqual([404, 200, 200])
    const list = await app.call(
      'GET /v1/client/coach/:coachId',
      { params: { coachId: coach.userId }, query: {} },
      coach.token,
    )
    expect(list.body.data.map(({ photo }) => photo?.fileURL)).toEqual(expect.arrayContaining([kept, second]))
    expect((await remove(one)).body.photo).toBeNull()
    expect([await opens(second), await opens(kept)]).toEqual([404, 200])
    // Without one nothing is taken away, and that is no failure.
    expect((await remove(one)).status).toBe(200)
  })

  test('gives way to the person’s own, which the coach cannot take away', async () => {
    const client = await newClient(app, coach)
    const ofCoach = (await send(client.clientId, [form(await picture())])).client.photo!.fileURL
    const url = `/v1/user/${client.userId}/photo`
    await app.send({ method: 'POST', url, token: client.token, ...formOf(form(await picture())) })
    const own = (await remove(client.clientId)).body.photo!.fileURL
    expect(own).not.toBe(ofCoach)
    expect([await opens(ofCoach), await opens(own)]).toEqual([404, 200])
  })

  test('of two at once one is left, and no file of the other', async () => {
    const id = await create()
    const [one, two] = await Promise.all([
      send(id, [form(await picture())]),
      send(id, [form(await picture())]),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    const files = await app.deps.db
      .selectFrom('files')
      .where('owner_user_id', '=', coach.userId)
      .where('kind', '=', 'clientPhoto')
      .select('id')
      .execute()
    expect(files).toHaveLength(1)
  })

  test('is a picture, in its field', async () => {
    const id = await create()
    expect((await send(id, [])).refusal.fields).toEqual({ photo: 'Elige una imagen.' })
    expect((await send(id, [form(await picture(), 'foto')])).refusal.fields).toHaveProperty('foto')
    for (const { name, file, type, bytes } of NO_PICTURES.slice(0, 5)) {
      const { status, refusal } = await send(id, [{ field: 'photo', file, type, bytes: await bytes() }])
      expect([status, Object.keys(refusal.fields ?? {})], name).toEqual([422, ['photo']])
    }
  })

  test('is not too large', async () => {
    const id = await create()
    const { status, refusal } = await send(id, [form(Buffer.alloc(app.deps.config.uploadMaxBytes + 1))])
    expect([status, refusal.code, Object.keys(refusal.fields ?? {})]).toEqual([
      413,
      'upload.too_large',
      ['photo'],
    ])
  })

  test('of somebody else’s client is not there', async () => {
    const theirs = await newClient(app, await newCoach(app))
    const answers = [await send(theirs.clientId, [form(await picture())]), await remove(theirs.clientId)]
    expect(answers.map(({ status, refusal }) => [status, refusal.code])).toEqual([
      [404, 'client.not_found'],
      [404, 'client.not_found'],
    ])
    // Nobody makes the server decode a picture of what they do not see.
    const text = form(Buffer.from('no soy una imagen'))
    expect((await send(theirs.clientId, [text])).status).toBe(404)
    expect((await send(theirs.clientId, [form(await picture())], theirs)).status).toBe(403)
  })
})
