import { describe, expect, test } from 'vitest'
import { CloseSessionBody } from '#contract/sessions/session-records.ts'
import type { AttendanceState, SessionDto } from '#contract/sessions/sessions.ts'
import type { ClientId, MilestoneId } from '#contract/values.ts'
import {
  ATTENDANCE_ANSWERS,
  ClosingForm,
  GROUP_ANSWERS,
  areSamePeople,
  closingBody,
  emptyClosing,
  hasInput,
  noAction,
  peopleOf,
  realMinutesFor,
  restoredClosing,
  toldActions,
  type AttendanceAnswer,
  type ClosingValues,
} from './closing-form.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'

const session = {
  type: 'Client',
  attendance: [] as SessionDto['attendance'],
  clientId: '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10',
  startsAt: '2026-11-25T15:00:00.000Z',
  endsAt: '2026-11-25T16:15:00.000Z',
} as unknown as SessionDto

// As the form sends it: empty strings are removed before validation.
const sent = (values: ClosingValues) => closingBody(ClosingForm.parse(cleaned(values)), session)

test('it opens as attended for the planned time, and can be sent as it is', () => {
  expect(emptyClosing(session)).toMatchObject({ attendance: 'present', realMinutes: 75 })
  expect(CloseSessionBody.parse(sent(emptyClosing(session)))).toEqual({
    outcome: 'completed',
    realMinutes: 75,
    attendance: [{ personId: session.clientId, state: 'present' }],
    summary: '',
    privateNotes: '',
    carried: [],
    actions: [],
  })
})

test('one answer decides outcome and presence together', () => {
  const answered = (answer: AttendanceAnswer) => {
    const { outcome, attendance } = CloseSessionBody.parse(sent(emptyClosing(session, answer)))
    return [outcome, attendance[0]?.state]
  }
  expect(ATTENDANCE_ANSWERS.map(answered)).toEqual([
    ['completed', 'present'],
    ['completed', 'late'],
    ['noShowClient', 'absent'],
    ['noShowCoach', 'present'],
  ])
})

test('if they did not meet there are no minutes', () => {
  expect(realMinutesFor('absent', 75)).toBe(0)
  expect(emptyClosing(session, 'coachAbsent').realMinutes).toBe(0)
})

// @spec P.225, P.226
describe('after a call', () => {
  const call = { minutes: 48 }
  const came = (minutes: number | null) => ({
    ...session,
    call,
    attendance: [
      {
        personId: session.clientId,
        state: null,
        joinedAt: minutes === null ? null : `2026-11-25T15:${String(minutes).padStart(2, '0')}:00.000Z`,
      },
    ] as SessionDto['attendance'],
  })

  test('it opens with the minutes that they were there together, and says so of a late client', () => {
    expect(emptyClosing(came(5))).toMatchObject({ attendance: 'present', realMinutes: 48 })
    expect(emptyClosing(came(6))).toMatchObject({ attendance: 'late', realMinutes: 48 })
  })

  test('the answer that was given on the way counts more', () => {
    expect(emptyClosing(came(6), 'present')).toMatchObject({ attendance: 'present', realMinutes: 48 })
    expect(emptyClosing(came(6), 'absent').realMinutes).toBe(0)
  })

  test('a group has its members as they came; without a call everybody came', () => {
    const [here, late, missing, excused] = [came(1), came(20), came(null), came(null)].map((each, at) => ({
      ...each.attendance[0]!,
      personId: `5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d0${at}` as ClientId,
      state: at === 3 ? ('excused' as const) : null,
    }))
    const group = { ...session, type: 'Group' as const, attendance: [here!, late!, missing!, excused!] }
    const states = (of: SessionDto) => emptyClosing(of).people?.map(({ state }) => state)
    expect(states({ ...group, call })).toEqual(['present', 'late', 'absent', 'excused'])
    expect(states({ ...group, call: null })).toEqual(['present', 'present', 'present', 'excused'])
  })
})

test('empty rows are left out; short texts and dates without a text are refused', () => {
  const withActions = (actions: ClosingValues['actions']) => ({ ...emptyClosing(session), actions })
  expect(
    sent(
      withActions([
        { text: '  ', dueOn: null },
        { text: 'Llamar a Luis', dueOn: '2026-12-01' },
        { text: 'Escribir el plan', dueOn: null },
      ]),
    ).actions,
  ).toEqual([{ text: 'Llamar a Luis', dueOn: '2026-12-01' }, { text: 'Escribir el plan' }])
  expect(() => sent(withActions([{ text: 'ab', dueOn: null }]))).toThrow('too_small')
  expect(() => sent(withActions([{ text: '', dueOn: '2026-12-01' }]))).toThrow('required')
})

// @spec P.135
test('an action is sent with the goal it leads to; a goal without an action is refused', () => {
  const goalId = '01890000-0000-7000-8000-000000000001'
  const withActions = (...actions: object[]) =>
    sent({ ...emptyClosing(session), actions: actions.map((change) => ({ ...noAction(), ...change })) })
  expect(withActions({ text: 'Llamar a Luis', goalId }, { text: 'Dormir más' }).actions).toEqual([
    { text: 'Llamar a Luis', goalId },
    { text: 'Dormir más' },
  ])
  expect(() => withActions({ goalId })).toThrow('required')
})

test('a draft of an earlier release has no goals of actions', () => {
  const { goalId: _, ...earlier } = noAction()
  const draft = { ...emptyClosing(session), actions: [{ ...earlier, text: 'Llamar a Luis' }] }
  expect(restoredClosing(draft, session)?.actions).toEqual([{ ...noAction(), text: 'Llamar a Luis' }])
})

describe('a group', () => {
  const [ana, beto, carla] = ['0a', '0b', '0c'].map((id) => `5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d${id}`)
  const group = {
    ...session,
    type: 'Group',
    clientId: null,
    attendance: [
      { personId: ana, state: null },
      { personId: beto, state: 'excused' },
      { personId: carla, state: null },
    ],
  } as SessionDto
  const states = (...all: AttendanceState[]) =>
    [ana, beto, carla].map((personId, at) => ({ personId: personId as ClientId, state: all[at]! }))
  const record = (change: Partial<ClosingValues>) =>
    CloseSessionBody.parse(
      closingBody(ClosingForm.parse(cleaned({ ...emptyClosing(group), ...change })), group),
    )

  test('opens as attended by everybody who is not excused', () => {
    expect(record({})).toMatchObject({
      outcome: 'completed',
      attendance: states('present', 'excused', 'present'),
    })
  })

  test('was not held when nobody came, nor without its coach', () => {
    expect(record({ people: states('absent', 'excused', 'absent') }).outcome).toBe('noShowClient')
    expect(record({ people: states('absent', 'late', 'absent') }).outcome).toBe('completed')
    expect(record({ attendance: 'coachAbsent' }).outcome).toBe('noShowCoach')
  })

  test('that nobody came is one answer, given on the way or in the form', () => {
    const nobody = { outcome: 'noShowClient', attendance: states('absent', 'excused', 'absent') }
    expect(GROUP_ANSWERS).toContain('absent')
    expect(record(emptyClosing(group, 'absent'))).toMatchObject({ ...nobody, realMinutes: 0 })
    expect(record({ attendance: 'absent' })).toMatchObject(nobody)
  })

  test('new actions are for those named, or for everybody present', () => {
    const actions = [
      { text: 'Para todos', dueOn: null, personIds: [] },
      { text: 'Para Ana', dueOn: null, personIds: [ana as ClientId] },
    ]
    expect(record({ actions }).actions).toEqual([
      { text: 'Para todos' },
      { text: 'Para Ana', personIds: [ana] },
    ])
  })

  test('a member who joins while it is open gets a separate row, and rows stay with their members', () => {
    const open = states('late', 'excused', 'absent').slice(1)
    expect(areSamePeople(open, states('present', 'excused', 'absent'))).toBe(false)
    const people = peopleOf(group, open)
    expect(people).toEqual(states('present', 'excused', 'absent'))
    expect(areSamePeople(people, states('late', 'late', 'late'))).toBe(true)
  })

  test('a draft keeps the choices about current members', () => {
    const draft = { ...emptyClosing(group), summary: 'Algo', people: states('late', 'excused', 'absent') }
    const fewer = { ...group, attendance: group.attendance.slice(0, 2) }
    expect(restoredClosing(draft, fewer)?.people).toEqual(states('late', 'excused').slice(0, 2))
    expect(restoredClosing({ summary: 'of an older release' }, group)).toBeUndefined()
  })
})

test('of the actions that were open before, those that end are sent, while they are still open', () => {
  const [done, dropped, on, gone] = ['1', '2', '3', '4'].map(
    (id) => `5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d1${id}`,
  )
  const carried = { [done!]: 'done', [dropped!]: 'wontDo', [on!]: 'goesOn', [gone!]: 'done' } as const
  const form = ClosingForm.parse(cleaned({ ...emptyClosing(session), carried }))
  expect(closingBody(form, session, [done!, dropped!, on!]).carried).toEqual([
    { id: done, status: 'done' },
    { id: dropped, status: 'wontDo' },
  ])
  expect(hasInput({ ...emptyClosing(session), carried }, emptyClosing(session))).toBe(true)
})

test('a form with only blanks has nothing to lose', () => {
  const empty = emptyClosing(session)
  expect(hasInput(empty, empty)).toBe(false)
  expect(hasInput({ ...empty, summary: ' \n' }, empty)).toBe(false)
  expect(hasInput({ ...empty, privateNotes: 'x' }, empty)).toBe(true)
  expect(hasInput({ ...empty, actions: [{ text: 'Llamar', dueOn: null }] }, empty)).toBe(true)
  expect(hasInput({ ...empty, actions: [{ ...noAction(), goalId: 'g' }] }, empty)).toBe(true)
})

test('answers without a text are input too, but for those the form opens with', () => {
  const opened = emptyClosing(session, 'absent')
  expect(hasInput(opened, opened)).toBe(false)
  expect(hasInput({ ...opened, attendance: 'late' }, opened)).toBe(true)
  expect(hasInput({ ...opened, realMinutes: 45 }, opened)).toBe(true)
  expect(hasInput({ ...opened, next: { ...opened.next, wanted: true } }, opened)).toBe(true)
})

test('the marked attendance of a group is input, and a member who joins meanwhile is not', () => {
  const person = (id: string, state: AttendanceState) => ({ personId: id as ClientId, state })
  const opened = { ...emptyClosing(session), people: [person('a', 'present')] }
  expect(hasInput({ ...opened, people: [person('a', 'late')] }, opened)).toBe(true)
  expect(hasInput({ ...opened, people: [person('a', 'present'), person('b', 'present')] }, opened)).toBe(
    false,
  )
})

describe('the outcomes of open actions', () => {
  const carried = { done: 'done', dropped: 'wontDo', kept: 'goesOn' } as const
  const open =
    (...ids: string[]) =>
    async () => ({ openActions: ids.map((id) => ({ id })) })

  test('are sent for those that are still open', async () => {
    expect(await toldActions({ carried }, open('done', 'dropped', 'kept'))).toEqual(['done', 'dropped'])
    expect(await toldActions({ carried }, open('dropped', 'other'))).toEqual(['dropped'])
  })

  test('are sent, not lost, if the list does not load; without any no list is requested', async () => {
    const fails = () => Promise.reject(new Error('offline'))
    expect(await toldActions({ carried }, fails)).toEqual(['done', 'dropped'])
    expect(await toldActions({ carried: { kept: 'goesOn' } }, fails)).toEqual([])
  })
})

// @spec P.97
test('of the goals only those that moved are sent', () => {
  const [value, steps, still] = ['1', '2', '3'].map((n) => `01890000-0000-7000-8000-00000000000${n}`)
  const milestone = '01890000-0000-7000-8000-000000000009' as MilestoneId
  const goals = { [value!]: { value: 40 }, [steps!]: { done: [milestone] }, [still!]: { done: [] } }
  expect(sent({ ...emptyClosing(session), goals }).goals).toEqual([
    { goalId: value, value: 40 },
    { goalId: steps, milestones: [{ id: milestone, done: true }] },
  ])
  expect(sent(emptyClosing(session))).not.toHaveProperty('goals')
  expect(hasInput({ ...emptyClosing(session), goals }, emptyClosing(session))).toBe(true)
})
