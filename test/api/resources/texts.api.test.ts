import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { documentOfLines } from '#contract/rich-text/rich-text-lines.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { newResource } from '#test/support/resources/uploads.ts'
import { DEEP, DEEP_TEXTS, HOSTILE_TEXTS, PROTOTYPE_TEXTS } from '#test/support/rich-text/hostile.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
})

const read = ({ token }: { token: string }, resourceId: ResourceDetail['id']) =>
  app.call('GET /v1/resource/:resourceId', { params: { resourceId } }, token)
const put = (resourceId: ResourceDetail['id'], body: object) =>
  app.call('PUT /v1/resource/:resourceId', { params: { resourceId }, body }, coach.token)
const found = async (search: string) => {
  const at = { params: { coachId: coach.userId }, query: { search } }
  return good(await app.call('GET /v1/resource/coach/:coachId', at, coach.token)).data.map(({ id }) => id)
}

/** Every row of the coach's library. */
const stored = () =>
  app.deps.db.selectFrom('resources').where('coach_id', '=', coach.userId).selectAll().execute()

/** What changing a text to this one, and adding one that says it, answers. The text is JSON. */
async function sendBoth({ id }: ResourceDetail, document: string) {
  const sent = (method: 'POST' | 'PUT', url: string, rest: object) =>
    app.send({
      method,
      url,
      token: coach.token,
      headers: { 'content-type': 'application/json' },
      body: `${JSON.stringify(rest).slice(0, -1)},"body":${document}}`,
    })
  return [
    await sent('PUT', `/v1/resource/${id}`, { title: 'Otro' }),
    await sent('POST', '/v1/resource', { type: 'text', title: 'Otro' }),
  ]
}

// @spec P.150
describe('the text of a resource', () => {
  test('keeps its formats, and is read by who has it as it was written', async () => {
    const client = await newClient(app, coach)
    const body = documentOfLines('# Cómo se hace\n- Inhala\n- Suelta\n> Otra vez\n[] Hoy')
    const { id } = await newResource(app, coach, { type: 'text', body })
    const assign = { params: { resourceId: id }, body: { clientIds: [client.clientId] } }
    good(await app.call('POST /v1/resource/:resourceId/assign', assign, coach.token))
    expect(good(await read(client, id)).body).toEqual(body)
    const other = documentOfLines('# Otra\nvez')
    expect(good(await put(id, { body: other })).body).toEqual(other)
    expect(good(await put(id, { title: 'Con otro nombre' })).body).toEqual(other)
    expect(good(await read(client, id)).body).toEqual(other)
  })

  test('is found by its words, whatever their format and accents, and no longer by earlier ones', async () => {
    const { id } = await newResource(app, coach, {
      type: 'text',
      body: documentOfLines('# Respiración\n- Con los audífonos puestos'),
    })
    expect(await found('AUDIFONOS')).toEqual([id])
    expect(await found('respiracion')).toEqual([id])
    expect(await found('bulletList')).toEqual([])
    good(await put(id, { body: textSaying('Caminar') }))
    expect([await found('audífonos'), await found('caminar')]).toEqual([[], [id]])
  })

  test('has at most 50,000 characters, and as many are kept', async () => {
    const body = textSaying('x'.repeat(49_999), 'y')
    const { id } = await newResource(app, coach, { type: 'text', body })
    expect(good(await read(coach, id)).body).toEqual(body)
  })

  test('is never taken away', async () => {
    const { id } = await newResource(app, coach)
    const before = await stored()
    expect((await put(id, { body: textSaying(' ') })).refusal.fields).toEqual({ body: 'Campo requerido' })
    expect(await stored()).toEqual(before)
  })
})

// @spec P.150
describe('a resource whose text has', () => {
  test.each(HOSTILE_TEXTS)('%s is refused in Spanish, and nothing is written', async (_, body, text) => {
    const resource = await newResource(app, coach)
    const before = await stored()
    for (const { status, body: answer } of await sendBoth(resource, JSON.stringify(body))) {
      const { code, fields } = answer as ErrorBody
      expect([status, code]).toEqual([422, 'request.invalid'])
      const texts = Object.entries(fields!)
      expect(texts.every(([field]) => field.split('.')[0] === 'body')).toBe(true)
      for (const [, each] of texts) expect(each).toMatch(text)
    }
    expect(await stored()).toEqual(before)
  })

  test.each(DEEP_TEXTS)('10,000 levels of %s is refused, and exhausts no stack', async (_, body) => {
    const resource = await newResource(app, coach)
    const before = await stored()
    for (const { status, body: answer } of await sendBoth(resource, body)) {
      expect([status, (answer as ErrorBody).fields]).toEqual([422, { body: DEEP }])
    }
    expect(await stored()).toEqual(before)
  })

  test.each(PROTOTYPE_TEXTS)('a prototype in %s is refused, and reaches no other object', async (_, body) => {
    const resource = await newResource(app, coach)
    const before = await stored()
    for (const { status, body: answer } of await sendBoth(resource, body)) {
      expect([status, (answer as ErrorBody).code]).toEqual([400, 'request.malformed'])
    }
    expect('x' in {}).toBe(false)
    expect(await stored()).toEqual(before)
  })

  test('HTML in its words has it as the words it is', async () => {
    const typed = `<img src=x onerror="alert(1)"> ' " & {{name}} %s`
    const { id, body } = await newResource(app, coach, { type: 'text', body: textSaying(typed) })
    expect(body).toEqual(textSaying(typed))
    expect(await found('onerror="alert(1)">')).toEqual([id])
  })
})
