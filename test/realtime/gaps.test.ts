import { expect, it } from 'vitest'
import { createInProcessBus } from '#server/platform/realtime/bus.ts'
import { makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { newCoach } from '#test/support/people.ts'
import { caughtUp, cut, listenTo, openSocket } from '#test/support/sockets.ts'

// @spec P.191
it('asks each socket once to connect again when several gaps come together, and cuts those that do not', async () => {
  const gaps: (() => void)[] = []
  const app = await makeApp({
    bus: { ...createInProcessBus(), onGap: (listener) => void gaps.push(listener) },
  })
  const address = await app.listen()
  const coach = await newCoach(app)
  const tellGap = () => gaps.forEach((listener) => listener())
  const sockets = await Promise.all([openSocket(address, coach.token), openSocket(address, coach.token)])
  const heard = sockets.map(listenTo)
  const ends = sockets.map(cut)
  for (let gap = 0; gap < 3; gap += 1) tellGap()
  expect(await Promise.all(ends)).toEqual(['transport close', 'transport close'])
  expect(heard.map((news) => news.map(({ name }) => name))).toEqual([['RECONNECT'], ['RECONNECT']])

  // Who has connected again is asked for the next gap.
  const again = await openSocket(address, coach.token)
  const asked = listenTo(again)
  const end = cut(again)
  tellGap()
  await end
  expect(asked.map(({ name }) => name)).toEqual(['RECONNECT'])
  await app.close()
})

// @spec P.194
it('a server that leaves asks each socket once to connect again, spread over the time it has', async () => {
  const STEPS = 5
  const pauses: { ms: number; end: () => void }[] = []
  const app = await makeApp({
    pause: (ms) => new Promise((end) => void pauses.push({ ms, end })),
  })
  const address = await app.listen()
  const coach = await newCoach(app)
  const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(address, coach.token)))
  const heard = sockets.map(listenTo)
  const { memberships } = good(await app.call('GET /v1/auth/me', {}, coach.token))
  /** How often each socket was asked by now. */
  const asked = async () => {
    const marker = () =>
      app.deps.realtime.emit(memberships[0]!.id, 'CHANGED', { subject: 'calendar', id: 'marker' })
    await Promise.all(
      sockets.map((socket, at) => caughtUp(socket, at === 0 ? marker : () => undefined, 'CHANGED')),
    )
    return heard.map((news) => news.filter(({ name }) => name === 'RECONNECT').length)
  }

  const WITHIN_MS = 100
  const moving = app.deps.realtime.moveSockets(WITHIN_MS)
  for (let step = 1; step <= STEPS; step += 1) {
    await expect.poll(() => pauses.length).toBe(step)
    const times = await asked()
    expect([step, times.filter((count) => count === 1).length]).toEqual([step, step * 2])
    expect(Math.max(...times)).toBe(1)
    pauses.at(-1)!.end()
  }
  await moving
  expect(pauses.reduce((sum, { ms }) => sum + ms, 0)).toBe(WITHIN_MS)
  for (const socket of sockets) socket.close()
  await app.close()
})
