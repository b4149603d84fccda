import { expect, test } from 'vitest'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { agreedSession } from './sessions.queries.ts'

const of = (id: string, status: string, type = 'Client') => ({ id, status, type }) as SessionListItem

test('what is usual for a client is their newest session that was agreed to', () => {
  const newest = [
    of('asked', 'requested'),
    of('lapsed', 'expired'),
    of('off', 'cancelledByClient'),
    of('group', 'confirmed', 'Group'),
    of('held', 'completed'),
    of('older', 'confirmed'),
  ]
  expect(agreedSession(newest)?.id).toBe('held')
  expect(agreedSession([of('coming', 'confirmed'), ...newest])?.id).toBe('coming')
  expect(agreedSession([of('asked', 'requested')])).toBeNull()
})
