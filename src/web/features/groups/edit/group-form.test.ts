import { describe, expect, test } from 'vitest'
import { type GroupDetail, GroupBody, NewGroupBody } from '#contract/groups.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'
import {
  type GroupForm,
  GroupFormSchema,
  fittingChoices,
  emptyGroup,
  groupBody,
  groupFormOf,
} from './group-form.ts'

const named = { ...emptyGroup, name: 'Líderes 2027' }
const problems = (change: Partial<GroupForm>) =>
  GroupFormSchema.safeParse(cleaned({ ...named, ...change })).error?.issues.map(
    ({ path, message }) => `${String(path[0])} ${message}`,
  ) ?? []

// @spec P.39
describe('the form of a group (product §7)', () => {
  test('needs a name and a capacity of 2 to 200, nothing else', () => {
    expect(problems({})).toEqual([])
    for (const name of ['', ' ', 'L', 'x'.repeat(81)]) expect(problems({ name })).toHaveLength(1)
    for (const capacity of ['', 1, 201, 2.5] as const) expect(problems({ capacity })).toHaveLength(1)
    for (const capacity of [2, 200]) expect(problems({ capacity })).toEqual([])
  })

  test('ends on the day it starts, or later', () => {
    expect(problems({ startDate: '2027-02-02', endDate: '2027-02-02' })).toEqual([])
    expect(problems({ endDate: '2027-02-02' })).toEqual([])
    expect(problems({ startDate: '2027-02-02', endDate: '2027-02-01' })).toEqual(['endDate end_before_start'])
  })

  test('survives a round trip, and sends removed values explicitly', () => {
    const group = {
      name: 'Líderes',
      capacity: 8,
      description: 'Los jueves',
      objective: null,
      companyName: null,
      startDate: '2027-02-02',
      endDate: null,
      modality: 'online',
      channel: 'meet',
    } as GroupDetail
    // As the form passes it: empty values are removed (spec §5).
    const bodyOf = (form: GroupForm) => groupBody(GroupFormSchema.parse(cleaned(form)))
    expect(bodyOf(groupFormOf(group))).toEqual(group)
    const emptied = bodyOf({ ...groupFormOf(group), description: '', channel: '' })
    expect(emptied).toEqual({ ...group, description: null, channel: null })
    expect(GroupBody.safeParse(bodyOf(named)).success).toBe(true)
    expect(NewGroupBody.safeParse({ ...bodyOf(named), publish: true }).success).toBe(true)
  })
})

// @spec P.251
test('a new group meets inside Norte', () => {
  expect(emptyGroup).toMatchObject({ modality: 'online', channel: 'norte' })
})

test.each([
  ['modality', 'inPerson', 'norte', 'inPerson', ''],
  ['modality', 'online', 'zoom', 'online', 'zoom'],
  ['modality', '', 'phone', '', 'phone'],
  ['modality', 'phone', '', 'phone', ''],
  ['channel', 'online', 'phone', 'phone', 'phone'],
  ['channel', '', 'place', 'inPerson', 'place'],
  ['channel', 'phone', '', 'phone', ''],
] as const)(
  'modality and channel fit after a choice of the %s: %j with %j is %j with %j',
  (chosen, modality, channel, fittingModality, fittingChannel) => {
    expect(fittingChoices({ modality, channel }, chosen)).toEqual({
      modality: fittingModality,
      channel: fittingChannel,
    })
  },
)
