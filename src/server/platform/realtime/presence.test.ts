import { expect, test } from 'vitest'
import type { Bus } from './bus.ts'
import { createPresence } from './presence.ts'

test('a process without sockets keeps nothing of the others: it would never forget it', () => {
  const topics: string[] = []
  const bus = {
    shared: true,
    subscribe: (topic: string) => void topics.push(topic),
    onGap: () => undefined,
    publish: () => undefined,
  } as unknown as Bus
  const presence = createPresence(bus)
  expect(topics).toEqual([])
  presence.start()
  expect(topics).toEqual(['presence'])
  presence.stop()
})
