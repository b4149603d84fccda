import { expect, test } from 'vitest'
import { epochMs } from '#time/clock.ts'
import { uuidv7 } from './ids.ts'

const NOW = epochMs(1_800_000_000_000)

test('ids are UUIDs of version 7 that sort in the order they were made, within one millisecond too', () => {
  const ids = Array.from({ length: 2_000 }, () => uuidv7(NOW))
  ids.push(uuidv7(epochMs(NOW + 1)))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - NOW).toBeLessThanOrEqual(1)
  }
})
