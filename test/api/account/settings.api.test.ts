import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientId, UserId } from '#contract/values.ts'
import { CONTACT_LINKS } from '#contract/account/settings.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { caughtUp, listenTo, openSocket } from '#test/support/sockets.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})
afterAll(() => app.close())

type Person = { token: string; userId: UserId }

const PLACE = { country: 'Mexico', city: 'Mérida', timezone: 'America/Merida' }

const get = ({ token, userId }: Person) => app.call('GET /v1/user/:userId', { params: { userId } }, token)
const me = ({ token }: Person) => app.call('GET /v1/auth/me', {}, token)

/** Whatever a browser may send, from somebody to their own settings. */
async function put({ token, userId }: Person, body: object) {
  const answer = await app.send({ method: 'PUT', url: `/v1/user/${userId}`, token, body })
  return answer as { status: number; body: Record<string, unknown> & { fields?: Record<string, string> } }
}

describe('saving settings', () => {
  // @spec 4.19, 7.8
  test('changes the place and answers the user that replaces the one before (spec §4)', async () => {
    const saved = await put(client, { id: client.userId, ...PLACE })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject(PLACE)
    expect(saved.body).toEqual((await me(client)).body.user)
    expect(saved.body).toEqual((await get(client)).body)
  })

  // @spec P.31
  test('keeps language and colour scheme, for this request on', async () => {
    const body = { id: coach.userId, ...PLACE, language: 'en-US', colorScheme: 'dark' }
    expect((await put(coach, body)).body).toMatchObject({ language: 'en-US', colorScheme: 'dark' })
    expect((await me(coach)).body.user).toMatchObject({ language: 'en-US', colorScheme: 'dark' })
    await put(coach, { ...body, language: 'es-MX', colorScheme: 'auto' })
  })

  // @spec 2.31
  test('keeps every link of spec §3 and product D12; one left out stays, an empty one goes', async () => {
    const links = Object.fromEntries(CONTACT_LINKS.map((name) => [name, `https://example.org/${name}`]))
    expect((await put(coach, { id: coach.userId, ...PLACE, ...links })).body).toMatchObject(links)
    const some = { id: coach.userId, ...PLACE, zoom: '', skype: 'skype:ana?call', phone: ' 55 1234 5678 ' }
    expect((await put(coach, some)).body).toMatchObject({
      ...links,
      zoom: null,
      skype: 'skype:ana?call',
      phone: '55 1234 5678',
    })
    const nobody = await put(coach, {
      id: coach.userId,
      ...PLACE,
      ...Object.fromEntries(CONTACT_LINKS.map((name) => [name, ''])),
    })
    expect(CONTACT_LINKS.map((name) => nobody.body[name])).toEqual(CONTACT_LINKS.map(() => null))
  })

  test("a person's zone is the one their coach sees", async () => {
    await put(client, { id: client.userId, ...PLACE, timezone: 'America/Tijuana' })
    const seen = await app.call(
      'GET /v1/client/:clientId',
      { params: { clientId: client.clientId } },
      coach.token,
    )
    expect(seen.body.timezone).toBe('America/Tijuana')
  })
})

describe('saving a part of the settings', () => {
  const putPart = async ({ token, userId }: Person, body: object) => {
    const url = `/v1/user/${userId}/preferences`
    return (await app.send({ method: 'PUT', url, token, body })) as Awaited<ReturnType<typeof put>>
  }

  // @spec 5.2
  test('asks for nothing else: a language or a telephone does not wait for a city', async () => {
    const somebody = await newClient(app, coach)
    const before = (await get(somebody)).body
    expect(before.city).toBeNull()
    const saved = await putPart(somebody, { language: 'en-US', whatsapp: '55 1234 5678' })
    expect(saved).toMatchObject({ status: 200 })
    expect(saved.body).toEqual({ ...before, language: 'en-US', whatsapp: '55 1234 5678' })
    expect((await putPart(somebody, { timezone: 'America/Tijuana' })).body).toMatchObject({
      timezone: 'America/Tijuana',
      language: 'en-US',
      city: null,
    })
  })

  test.each([
    [{ country: 'Atlantis' }, 'country'],
    [{ city: ' ' }, 'city'],
    [{ timezone: '' }, 'timezone'],
    [{ email: 'otra@correo.example' }, 'email'],
  ])('refuses %j', async (body, field) => {
    const answer = await putPart(client, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
  })

  test('is for the person alone', async () => {
    expect(await putPart({ ...client, token: coach.token }, { city: 'León' })).toMatchObject({ status: 404 })
  })
})

describe('bad input', () => {
  const required = { country: 'Mexico', city: 'Mérida', timezone: 'America/Merida' }

  // @spec 5.1
  test.each(['id', 'country', 'city', 'timezone'])('%s is required (spec §5)', async (name) => {
    for (const missing of name === 'id' ? [undefined] : [undefined, '', '   ']) {
      const answer = await put(client, { id: client.userId, ...required, [name]: missing })
      expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } })
      expect(Object.keys(answer.body.fields ?? {})).toEqual([name])
      if (missing !== '   ') expect(answer.body.fields?.[name]).toBe('Campo requerido')
    }
  })

  test.each([
    ['country', 'Atlantis', 'Elige un país de la lista.'],
    ['country', 'México', 'Elige un país de la lista.'],
    ['timezone', 'America/Atlantis', 'Elige una zona horaria de la lista.'],
    ['timezone', 'GMT-06:00 Mérida', 'Elige una zona horaria de la lista.'],
    ['language', 'fr-FR', 'El valor no es válido.'],
    ['colorScheme', 'pink', 'El valor no es válido.'],
    ['city', 'Mé\nrida', 'Escribe en una sola línea.'],
    ['id', '01920000-0000-7000-8000-000000000000', 'Solo puedes cambiar tus propios datos.'],
  ])('%s %j', async (name, value, text) => {
    const before = (await get(client)).body
    const answer = await put(client, {
      id: client.userId,
      ...required,
      city: 'No se guarda',
      meet: 'https://meet.example.org/no',
      [name]: value,
    })
    expect(answer).toMatchObject({ status: 422, body: { fields: { [name]: text } } })
    expect((await get(client)).body).toEqual(before)
  })

  test.each(CONTACT_LINKS.map((name) => [name]))('%s with a hostile scheme', async (name) => {
    for (const hostile of ['javascript:alert(1)', 'JAVA\tSCRIPT:alert(1)', 'data:text/html,x', 'ftp://x.y']) {
      const answer = await put(coach, { id: coach.userId, ...required, [name]: hostile })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.fields ?? {})).toEqual([name])
      expect(answer.body.fields?.[name]).toMatch(/https, http, mailto, tel o skype|una sola línea/)
    }
  })

  test('a name, an address or a price cannot be slipped in', async () => {
    for (const extra of ['email', 'name', 'payment', 'role', 'colorUI', '__proto__x']) {
      const answer = await put(client, { id: client.userId, ...required, [extra]: 'x' })
      expect(answer).toMatchObject({ status: 422, body: { fields: { [extra]: expect.any(String) } } })
    }
  })
})

describe('who may', () => {
  test('nobody but the person: others answer like missing ones', async () => {
    const stranger = await newCoach(app)
    const nobody = { userId: '01920000-0000-7000-8000-000000000000' as UserId }
    for (const other of [coach, client, nobody]) {
      const as = { token: stranger.token, userId: other.userId }
      expect(await get(as)).toMatchObject({ status: 404, refusal: { code: 'user.not_found' } })
      expect(await put(as, { id: other.userId, ...PLACE })).toMatchObject({
        status: 404,
        body: { code: 'user.not_found' },
      })
    }
    expect((await get({ token: coach.token, userId: client.userId })).status).toBe(404)
  })

  test('a coach who has not paid may read and not write (product D6)', async () => {
    const unpaid = await newCoach(app, { paid: false })
    expect((await get(unpaid)).status).toBe(200)
    expect(await put(unpaid, { id: unpaid.userId, ...PLACE })).toMatchObject({
      status: 402,
      body: { code: 'payment.required' },
    })
  })
})

test('the change reaches the other tabs of the person and the other side, and nobody else', async () => {
  const address = await app.listen()
  const stranger = await newCoach(app)
  const people = [coach, client, stranger]
  const sockets = await Promise.all(people.map(({ token }) => openSocket(address, token)))
  const heard = sockets.map(listenTo)
  await app.settle()

  const changes = async () => {
    for (const [i, person] of people.entries()) {
      const { memberships } = (await me(person)).body
      const to = memberships.find(({ current }) => current)!.id
      const marker = () => app.deps.realtime.emit(to, 'CHANGED', { subject: 'calendar', id: 'marker' })
      await caughtUp(sockets[i]!, marker, 'CHANGED')
    }
    return heard.map((events) =>
      events
        .splice(0)
        .map(({ payload }) => payload as { subject: string; id: UserId | ClientId | 'marker' })
        .filter(({ id }) => id !== 'marker'),
    )
  }
  await changes()

  await put(coach, { id: coach.userId, ...PLACE })
  await app.settle()
  const ofCoach = { subject: 'profile', id: coach.userId }
  expect(await changes()).toEqual([[ofCoach], [ofCoach], []])

  await put(client, { id: client.userId, ...PLACE })
  await app.settle()
  expect(await changes()).toEqual([
    [{ subject: 'client', id: client.clientId }],
    [{ subject: 'profile', id: client.clientId }],
    [],
  ])
  for (const socket of sockets) socket.close()
})
