import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** A coach who had chosen Zoom before there was a video room of Norte. */
async function coachOfEarlier(): Promise<TestCoach> {
  const coach = await newCoach(app)
  await app.deps.db
    .updateTable('calendars')
    .set({ default_channel: 'zoom', offers_norte: true })
    .where('coach_id', '=', coach.userId)
    .execute()
  return coach
}

const isOffered = async ({ token }: TestCoach) =>
  (await app.call('GET /v1/dashboard', {}, token)).body.coach?.offersNorte
const answer = (token: string, { userId: coachId }: TestCoach, take: boolean) =>
  app.call('POST /v1/coach/norte-offer/:coachId', { params: { coachId }, body: { take } }, token)

// @spec P.250
test.each([
  [true, 'norte'],
  [false, 'zoom'],
])('the offer to meet inside Norte is answered once: %s', async (take, defaultChannel) => {
  const coach = await coachOfEarlier()
  expect(await isOffered(coach)).toBe(true)
  const { status, body } = await answer(coach.token, coach, take)
  expect({ status, channel: body.defaultChannel }).toEqual({ status: 200, channel: defaultChannel })
  expect(await isOffered(coach)).toBe(false)
  // The first steps of a practice are not done by it.
  const { body: dashboard } = await app.call('GET /v1/dashboard', {}, coach.token)
  expect(dashboard.coach?.setup.hours).toBe(false)
})

test('nobody answers for another coach, and a new coach is not asked', async () => {
  const coach = await coachOfEarlier()
  const other = await newCoach(app)
  const client = await newClient(app, coach)
  expect((await answer(other.token, coach, true)).status).toBe(404)
  expect((await answer(client.token, coach, true)).status).toBe(403)
  expect(await isOffered(coach)).toBe(true)
  expect(await isOffered(other)).toBe(false)
})
