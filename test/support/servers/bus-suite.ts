import { expect, test } from 'vitest'
import type { Bus } from '#server/platform/realtime/bus.ts'
import type { TestDatabase } from '#test/support/database.ts'

/** Everything a bus receives on a topic, and a promise of the last message. */
export function hearing(bus: Bus, topic: string) {
  const heard: unknown[] = []
  const last = Promise.withResolvers<void>()
  bus.subscribe<{ n: unknown }>(topic, ({ n }) => (n === 'last' ? last.resolve() : heard.push(n)))
  return { heard, last: last.promise }
}

/** What every bus between processes keeps; `open` opens another one. */
export function busSuite(open: () => Promise<Bus>, database: () => TestDatabase): void {
  test('every other process receives a message, once and in order; the sender itself does not', async () => {
    const [one, two, three] = [await open(), await open(), await open()]
    const ears = [hearing(one, 'live'), hearing(two, 'live'), hearing(three, 'live')] as const
    const other = hearing(two, 'other')
    for (let n = 0; n < 200; n += 1) one.publish('live', { n })
    one.publish('live', { n: 'last' })
    await Promise.all([ears[1].last, ears[2].last])
    const expected = Array.from({ length: 200 }, (_, n) => n)
    expect(ears[1].heard).toEqual(expected)
    expect(ears[2].heard).toEqual(expected)
    two.publish('live', { n: 'from two' })
    two.publish('live', { n: 'last' })
    await ears[0].last
    expect(ears[0].heard).toEqual(['from two'])
    expect(other.heard).toEqual([])
  })

  test('messages of any length and script arrive complete', async () => {
    const [one, two] = [await open(), await open()]
    const ear = hearing(two, 'long')
    const texts = ['', 'ñandú — 🎉', 'á🎉"\\\n'.repeat(9_000), 'x'.repeat(7_800)]
    for (const n of texts) one.publish('long', { n })
    one.publish('long', { n: 'last' })
    await ear.last
    expect(ear.heard).toEqual(texts)
  })

  test('what is published with a transaction arrives complete when that commits, and not if it does not', async () => {
    const [one, two] = [await open(), await open()]
    const ear = hearing(two, 'with')
    const long = (letter: string) => letter.repeat(4_000)
    const publish = async (letter: string, then: () => void = () => undefined) => {
      const committed = await database()
        .db.transaction()
        .execute(async (tx) => {
          const send = await one.publishWith(tx, 'with', [{ n: long(letter) }, { n: long(letter) }])
          then()
          return send
        })
      committed()
    }
    const undone = publish('x', () => {
      throw new Error('undone')
    })
    await Promise.allSettled([undone, publish('ñ'), publish('語'), publish('🎉')])
    one.publish('with', { n: 'last' })
    await ear.last
    // Each commits as a whole, in any order.
    expect(ear.heard).toHaveLength(6)
    for (const letter of ['ñ', '語', '🎉']) {
      expect(ear.heard.filter((text) => text === long(letter))).toHaveLength(2)
    }
  })

  test('a bus that closes sends what it was given, and its end is no gap', async () => {
    const [one, two] = [await open(), await open()]
    let gaps = 0
    two.onGap(() => (gaps += 1))
    const ear = hearing(two, 'end')
    for (let n = 0; n < 20; n += 1) one.publish('end', { n })
    await one.close()
    const three = await open()
    three.publish('end', { n: 'last' })
    await ear.last
    expect(ear.heard).toHaveLength(20)
    expect(gaps).toBe(0)
  })
}
