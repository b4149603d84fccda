import { expect, test } from 'vitest'
import type { MemorandumId, UserId } from '#contract/values.ts'
import type { MemorandumEvent } from '#server/domain-events.ts'
import { fromIso, toIso } from '#time/clock.ts'
import { isMoot } from '../moot.ts'
import { EVENT_PLANS, planEffects, toldOf } from './plan.ts'

const coachId = '019413d6-0000-7000-8000-000000000001' as UserId
const memorandumId = '019413d6-0000-7000-8000-000000000003' as MemorandumId
const common = { coachId, actorUserId: coachId, subjectId: memorandumId }
const dueAt = toIso(fromIso('2027-02-03T14:00:00.000Z'))
const now = fromIso('2027-02-02T15:00:00.000Z')
const refresh = { kind: 'changed', to: ['coach'], subject: 'memorandum', id: memorandumId }
const key = `memorandum.remind:${memorandumId}`

const CHANGES = [
  'memorandum.added',
  'memorandum.edited',
  'memorandum.postponed',
  'memorandum.done',
  'memorandum.cancelled',
  'memorandum.reopened',
  'memorandum.deleted',
  'memorandum.restored',
  'memorandum.withdrawn',
] as const

// @spec P.83
test.each(CHANGES)('%s refreshes the screens of the coach alone', (type) => {
  const event: MemorandumEvent = { ...common, type, payload: { remindAt: dueAt } }
  expect(planEffects(event)).toEqual([refresh])
  expect(toldOf(event)).toEqual({})
})

test.each([...CHANGES, 'memorandum.rezoned'] as const)('%s sets the one timer, or drops it', (type) => {
  const planned = (remindAt: typeof dueAt | null) =>
    EVENT_PLANS.planTimers({ ...common, type, payload: { remindAt } }, now)
  expect(planned(dueAt)).toEqual([
    {
      kind: 'set',
      key,
      dueAt: fromIso(dueAt),
      command: { type: 'memorandum.remind', memorandumId, coachId, dueAt },
    },
  ])
  expect(planned(null)).toEqual([{ kind: 'drop', key }])
})

// @spec P.85
test('one that is due notifies its coach, unless it was done or moved before', () => {
  const event: MemorandumEvent = { ...common, type: 'memorandum.due', payload: { dueAt } }
  expect(planEffects(event)).toEqual([{ kind: 'notify', to: 'coach', type: 'DAY_MEMORANDUM' }])
  expect(EVENT_PLANS.planTimers(event, now)).toEqual([])
  expect(toldOf(event)).toEqual({})
  expect(isMoot(event, { session: undefined, memorandum: undefined })).toBe(true)
  expect(isMoot(event, { session: undefined, memorandum: { description: 'Llamar' } })).toBe(false)
})

test('the other zone of a coach refreshes nothing by itself', () => {
  expect(planEffects({ ...common, type: 'memorandum.rezoned', payload: { remindAt: null } })).toEqual([])
})
