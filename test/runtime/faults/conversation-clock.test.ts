import { randomInt } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS, epochMs } from '#time/clock.ts'
import { WAYS, openTwoServers } from '#test/support/servers/buses.ts'
import { MESSAGES, holdConversation } from '#test/support/servers/conversation.ts'

// Three people of a group write to each other through two servers whose clocks step, each by itself. Their processes have
// the clock of their machine, so here the servers are in this one.

/** After so many acknowledged messages a clock steps. */
const PER_STEP = 10
/**
 * So far after the beginning, in both directions: never before the people signed in, because a token from the future is
 * refused, and further than tokens are used without being renewed.
 */
const MOST_HOURS = 30

// @spec P.157
test.each(WAYS)(
  'no message is lost or doubled, and everybody has the same order, while the clocks of servers step that communicate through $way',
  { timeout: 1_800_000 },
  async (way) => {
    const limits = { REQUESTS_PER_MINUTE: '10000000', MESSAGES_PER_MINUTE: '1000000' }
    const { apps, close } = await openTwoServers(way, limits, { clocks: 'separate' })
    onTestFinished(close)
    const addresses = await Promise.all(apps.map((app) => app.listen()))
    const began = apps[0].clock.now()
    let steps = 0
    const onAcknowledged = async (acknowledged: number) => {
      if (acknowledged % PER_STEP !== 0) return
      steps += 1
      apps[randomInt(2)]!.clock.set(epochMs(began + randomInt(MOST_HOURS + 1) * HOUR_MS))
    }
    const { retries } = await holdConversation({ app: apps[0], addresses, onAcknowledged })
    expect(steps).toBeGreaterThan(5)
    // Nobody who writes notices.
    expect(retries).toBe(0)
    console.log(
      `clocks stepping, over ${way.way}: ${MESSAGES} messages, ${steps} steps: lost 0, doubled 0, one order`,
    )
  },
)
