import { expect, test } from 'vitest'
import { z } from 'zod'
import { randomUUID } from './random-uuid.ts'

test('ids of pages that are not secure are UUIDs of version 4, and each is another', () => {
  const ids = Array.from({ length: 200 }, randomUUID)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(200)
})
