import { expect, test } from 'vitest'
import { CloseSessionBody } from '#contract/session-records.ts'
import type { SessionDto } from '#contract/sessions.ts'
import {
  ATTENDANCE_ANSWERS,
  ClosingForm,
  closingBody,
  emptyClosing,
  hasText,
  plannedMinutes,
  realMinutesFor,
  type AttendanceAnswer,
  type ClosingValues,
} from './closing-form.ts'
import { cleaned } from '#web/widgets/form-model.ts'

const session = {
  clientId: '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10',
  startsAt: '2026-11-25T15:00:00.000Z',
  endsAt: '2026-11-25T16:15:00.000Z',
} as SessionDto

// As the form sends it: empty strings are taken out before the schema sees them.
const sent = (values: ClosingValues) => closingBody(ClosingForm.parse(cleaned(values)), session)

test('it opens as attended for the planned time, and can be sent as it is', () => {
  expect(emptyClosing(session)).toMatchObject({ attendance: 'present', realMinutes: 75 })
  expect(CloseSessionBody.parse(sent(emptyClosing(session)))).toEqual({
    outcome: 'completed',
    realMinutes: 75,
    attendance: [{ personId: session.clientId, state: 'present' }],
    summary: '',
    privateNotes: '',
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

test('when they did not meet there are no minutes', () => {
  expect(plannedMinutes(session)).toBe(75)
  expect(realMinutesFor('absent', 75)).toBe(0)
  expect(emptyClosing(session, 'coachAbsent').realMinutes).toBe(0)
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

test('a form with only blanks holds nothing to lose', () => {
  expect(hasText(emptyClosing(session))).toBe(false)
  expect(hasText({ ...emptyClosing(session), summary: ' \n' })).toBe(false)
  expect(hasText({ ...emptyClosing(session), privateNotes: 'x' })).toBe(true)
  expect(hasText({ ...emptyClosing(session), actions: [{ text: 'Llamar', dueOn: null }] })).toBe(true)
})
