import { expect, test } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import { WAYS, openTwoServers } from '#test/support/servers/buses.ts'

/** Far more than the requests by which this test looks whether the other server knows. */
const PER_MINUTE = 300

// @spec P.190
test.each(WAYS)(
  'who has used up their requests of a minute at one server is refused at another, through $way',
  async (way) => {
    const { apps, close } = await openTwoServers(way, { REQUESTS_PER_MINUTE: String(PER_MINUTE) })
    try {
      const ask = (app: TestApp, headers = {}) => app.send({ method: 'GET', url: '/v1/countries', headers })
      for (let asked = 0; asked < PER_MINUTE; asked += 1) expect((await ask(apps[0])).status).toBe(200)
      expect((await ask(apps[0])).status).toBe(429)
      let asked = 0
      const refused = async () => {
        asked += 1
        return (await ask(apps[1])).status === 429
      }
      await expect.poll(refused, { interval: 100 }).toBe(true)
      // Not for what was asked there.
      expect(asked).toBeLessThan(PER_MINUTE)
      expect((await ask(apps[1])).headers['retry-after']).toBe('60')
    } finally {
      await close()
    }
  },
)
