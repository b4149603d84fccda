import { expect, it } from 'vitest'
import { createInProcessBus } from '#server/platform/realtime/bus.ts'
import { makeApp } from '#test/support/app.ts'
import { newCoach } from '#test/support/people.ts'
import { cut, listenTo, openSocket } from '#test/support/sockets.ts'

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
