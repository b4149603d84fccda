import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADD_SOCKET } from '#contract/events.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { MOST_SOCKETS_PER_SIGN_IN, RECHECK_MS } from '#server/platform/realtime/realtime.ts'
import { DAY_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type Practice, makePractice } from '#test/support/examples.ts'
import { PASSWORD, newCoach } from '#test/support/people.ts'
import { caughtUp, cut, listenTo, openSocket } from '#test/support/sockets.ts'

let app: TestApp
let address: string
let ours: Practice
let theirs: Practice
const sockets: Socket[] = []

beforeAll(async () => {
  app = await makeApp()
  address = await app.listen()
  ours = await makePractice(app)
  theirs = await makePractice(app)
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.close()
})

async function open(token: string | undefined, headers?: Record<string, string>) {
  const socket = await openSocket(address, token, headers)
  sockets.push(socket)
  return socket
}

/** Waits until everything sent to these sockets so far has arrived, by sending each a last, separate event. */
async function settled(...people: { socket: Socket; token: string }[]) {
  for (const { socket, token } of people) {
    const me = await app.call('GET /v1/auth/me', {}, token)
    const current = me.body.memberships.find((membership) => membership.current)!
    const marker = () => app.deps.realtime.emit(current.id, 'CHANGED', { subject: 'calendar', id: 'marker' })
    await caughtUp(socket, marker, 'CHANGED')
  }
}

/**
 * Counts the intervals of the check that have passed since, on this machine: what the next check does happens before
 * the second interval ends, however slow the machine is, and an interval is shorter than 5 s.
 */
function countLooks(): () => number {
  expect(RECHECK_MS).toBeLessThan(5_000)
  let looks = 0
  const beat = setInterval(() => (looks += 1), RECHECK_MS)
  return () => {
    clearInterval(beat)
    return looks
  }
}

describe('the socket', () => {
  it('refuses a connection without a valid token (ASVS 4.4)', async () => {
    await expect(open(undefined)).rejects.toThrow('auth.required')
    await expect(open('x.y.z')).rejects.toThrow('auth.required')
    await expect(open('')).rejects.toThrow('auth.required')
  })

  // @spec P.206
  it('answers a browser that asks whether it is still there, and takes any question', async () => {
    const socket = await open(ours.coach.token)
    const registration = { user: 'u', socket: 's', room: 'r' }
    await expect(socket.timeout(30_000).emitWithAck(ADD_SOCKET, registration)).resolves.toBeUndefined()
    for (const given of [[], [registration, 'not a function'], [null, 7]]) socket.emit(ADD_SOCKET, ...given)
    await expect(socket.timeout(30_000).emitWithAck(ADD_SOCKET, registration)).resolves.toBeUndefined()
  })

  it('refuses pages of other origins, with a valid token or without', async () => {
    await expect(open(ours.coach.token, { origin: 'https://otro.example' })).rejects.toThrow(
      'websocket error',
    )
    const own = await open(ours.coach.token, { origin: new URL(app.deps.config.publicUrl).origin })
    expect(own.connected).toBe(true)
  })

  // @spec 1.6
  it('sends each side its events, and nothing to anyone else (spec §4)', async () => {
    const coach = { socket: await open(ours.coach.token), token: ours.coach.token }
    const client = { socket: await open(ours.client.token), token: ours.client.token }
    const stranger = { socket: await open(theirs.coach.token), token: theirs.coach.token }
    const heard = {
      coach: listenTo(coach.socket),
      client: listenTo(client.socket),
      stranger: listenTo(stranger.socket),
    }

    const confirmed = await app.call(
      'POST /v1/session/:sessionId/confirm',
      { params: { sessionId: ours.ids['sessionId'] as never } },
      ours.coach.token,
    )
    expect(confirmed.status).toBe(200)
    await app.settle()
    await settled(coach, client, stranger)

    const names = (events: typeof heard.coach) =>
      events.filter(({ payload }) => (payload as { id: string }).id !== 'marker').map(({ name }) => name)
    expect(names(heard.client)).toContain('SESSION_CONFIRMED')
    expect(names(heard.client)).toContain('CHANGED')
    expect(names(heard.coach)).not.toContain('SESSION_CONFIRMED')
    expect(names(heard.coach)).toContain('CHANGED')
    expect(names(heard.stranger)).toEqual([])
    const live = heard.client.find(({ name }) => name === 'SESSION_CONFIRMED')!.payload
    const stored = await app.call(
      'GET /v1/notification/pending/:userId',
      { params: { userId: ours.client.userId }, query: { direction: 'desc' } },
      ours.client.token,
    )
    // The live event is what a reader finds later (product §17: stored first, then sent).
    expect(stored.body.notifications.find(({ type }) => type === 'SESSION_CONFIRMED')).toEqual(live)
  })

  it("tells the whole practice of a coach's change, and a client's change to their coach (spec §1)", async () => {
    const people = { coach: ours.coach, client: ours.client, stranger: theirs.coach }
    const opened = await Promise.all(
      Object.values(people).map(async ({ token }) => ({ socket: await open(token), token })),
    )
    const heard = opened.map(({ socket }) => listenTo(socket))
    for (const { userId, token } of [people.coach, people.client]) {
      const answer = await app.call(
        'PUT /v1/user/:userId/profile',
        { params: { userId }, body: { jobOcuppation: 'Consultora' } },
        token,
      )
      expect(answer.status).toBe(200)
      await app.settle()
    }
    await settled(...opened)
    const told = heard.map((events) =>
      events
        .map(({ payload }) => payload as { subject: string; id: string })
        .filter(({ id }) => id !== 'marker'),
    )
    const { userId: coachId } = people.coach
    const { clientId } = people.client
    expect(told).toEqual([
      [
        { subject: 'profile', id: coachId },
        { subject: 'client', id: clientId },
      ],
      [
        { subject: 'profile', id: coachId },
        { subject: 'profile', id: clientId },
      ],
      [],
    ])
  })

  // @spec 4.16
  it('ignores the room and the user that ADD_SOCKET names (product §1 D9)', async () => {
    const coach = { socket: await open(ours.coach.token), token: ours.coach.token }
    const stranger = { socket: await open(theirs.coach.token), token: theirs.coach.token }
    const heard = listenTo(stranger.socket)
    stranger.socket.emit(ADD_SOCKET, {
      user: ours.coach.userId,
      socket: coach.socket.id,
      room: `membership:${ours.coach.userId}`,
    })
    await settled(stranger)
    heard.length = 0
    await app.call(
      'PUT /v1/action/:actionId/status',
      {
        params: { actionId: ours.ids['actionId'] as never },
        body: { status: 'inProgress' },
      },
      ours.client.token,
    )
    await app.settle()
    await settled(coach, stranger)
    expect(heard.map(({ payload }) => (payload as { id: string }).id)).toEqual(['marker'])
  })

  it('is cut at once when its sign-in ends, and cannot be opened again', async () => {
    const coach = await newCoach(app)
    const socket = await open(coach.token)
    const gone = cut(socket)
    const answer = await app.call('POST /v1/auth/logout', {}, coach.token)
    expect(answer.status).toBe(204)
    expect(await gone).toBe('io server disconnect')
    await expect(open(coach.token)).rejects.toThrow('auth.required')
  })

  it('is cut when a new password ends its sign-in, and stays where the password was changed', async () => {
    const { email, userId, token } = await newCoach(app)
    const elsewhere = await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
    const [here, there] = [await open(token), await open(elsewhere.body.token)]
    const gone = cut(there)
    const changed = await app.call(
      'PUT /v1/user/:userId/password',
      { params: { userId }, body: { current: PASSWORD, password: 'jacaranda-azul-27' } },
      token,
    )
    expect(changed.status).toBe(200)
    expect(await gone).toBe('io server disconnect')
    expect(here.connected).toBe(true)
    await expect(open(elsewhere.body.token)).rejects.toThrow('auth.required')
  })

  it('is cut on all devices by recovery', async () => {
    const { email, token } = await newCoach(app)
    const socket = await open(token)
    await app.call('POST /v1/auth/recovery', { body: { email } })
    await app.settle()
    const link = /\?t=([\w-]+)/.exec((await app.mails(email))[0]!.text)![1]!
    const gone = cut(socket)
    await app.call('PUT /v1/auth/recovery', { body: { token: link, password: 'jacaranda-azul-27' } })
    expect(await gone).toBe('io server disconnect')
  })

  it('is cut by the same person from another device', async () => {
    const { email, userId, token } = await newCoach(app)
    const elsewhere = await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
    const gone = cut(await open(elsewhere.body.token))
    await app.call(
      'DELETE /v1/user/:userId/sessions',
      { params: { userId }, body: { password: PASSWORD } },
      token,
    )
    expect(await gone).toBe('io server disconnect')
  })

  it('of an ended membership is cut at the next check, within five seconds (ASVS 4.4)', async () => {
    const { token } = await newCoach(app)
    const gone = cut(await open(token))
    const { memberships } = (await app.call('GET /v1/auth/me', {}, token)).body
    const looks = countLooks()
    await app.call('POST /v1/auth/switch', { body: { membershipId: memberships[0]!.id } }, token)
    expect(await gone).toBe('io server disconnect')
    expect(looks()).toBeLessThan(2)
  })

  it('is cut within 5 s when its sign-in was ended by another process (ASVS 4.4)', async () => {
    const ended = await newCoach(app)
    const gone = cut(await open(ended.token))
    const staying = await open(ours.coach.token)
    const looks = countLooks()
    // Straight in the database: this process is not notified.
    await app.deps.db
      .updateTable('auth_sessions')
      .set({ revoked_at: toTimestamp(app.clock.now()) })
      .where('user_id', '=', ended.userId)
      .execute()
    expect(await gone).toBe('io server disconnect')
    expect(looks()).toBeLessThan(2)
    expect(staying.connected).toBe(true)
  })

  // @spec P.19
  it('lives as long as its sign-in, not as long as the token it was opened with (product §1 D15)', async () => {
    const before = app.clock.now()
    const [used, unused] = [await newCoach(app), await newCoach(app)]
    let { token } = used
    const [usedSocket, unusedSocket] = [await open(token), await open(unused.token)]
    const [usedGone, unusedGone] = [cut(usedSocket), cut(unusedSocket)]
    const use = async () => {
      const { status, headers } = await app.call('GET /v1/auth/me', {}, token)
      expect(status).toBe(200)
      token = (headers['x-session-token'] as string | undefined) ?? token
    }
    for (let day = 0; day < 2; day += 1) {
      app.clock.advance(3 * DAY_MS)
      await use()
    }
    // Its token has expired, a renewed one has not; the other sign-in ends here, which shows that the check has run.
    app.clock.set(epochMs(before + 7 * DAY_MS))
    expect(await unusedGone).toBe('io server disconnect')
    await expect(open(unused.token)).rejects.toThrow('auth.required')
    expect(usedSocket.connected).toBe(true)
    // Servers may be a minute apart.
    app.clock.advance(MINUTE_MS + 1_000)
    await expect(open(used.token)).rejects.toThrow('auth.required')
    expect((await open(token)).connected).toBe(true)

    for (const day of [12, 17, 22, 27, 29]) {
      app.clock.set(epochMs(before + day * DAY_MS))
      await use()
    }
    expect(usedSocket.connected).toBe(true)
    app.clock.set(epochMs(before + 30 * DAY_MS))
    expect(await usedGone).toBe('io server disconnect')
    await expect(open(token)).rejects.toThrow('auth.required')
    app.clock.set(before)
  }, 20_000)

  it('of one sign-in is refused beyond a small number, even when all come at once', async () => {
    const { email, token } = await newCoach(app)
    const asked = await Promise.allSettled(Array.from({ length: 40 }, () => open(token)))
    const opened = asked.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
    const refused = asked.filter((each) => each.status === 'rejected')
    expect(opened).toHaveLength(MOST_SOCKETS_PER_SIGN_IN)
    expect(new Set(refused.map(({ reason }) => String(reason)))).toEqual(new Set(['Error: socket.too_many']))
    // No open socket is cut, another sign-in has a separate limit, and closing one makes room.
    expect(opened.every(({ connected }) => connected)).toBe(true)
    const elsewhere = await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
    expect((await open(elsewhere.body.token)).connected).toBe(true)
    opened[0]!.close()
    await expect.poll(() => open(token).then(() => 'opened', String)).toBe('opened')
  })
})
