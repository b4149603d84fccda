import { expect, test } from 'vitest'
import { NewSessionBody } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'
import { NO_RECURRENCE } from '#web/widgets/forms/recurrence-form.ts'
import {
  NewSessionForm,
  firstLength,
  firstRecordedOn,
  isOver,
  lengthChoices,
  newSessionBody,
  newSessionModel,
  startFields,
} from './new-session-form.ts'

const zone = 'America/Mexico_City'

const values: NewSessionForm = {
  coacheeId: '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10',
  title: '',
  objective: '',
  date: '2026-11-25',
  time: '09:30',
  durationMin: 60,
  channel: 'meet',
  meetingUrl: 'https://meet.google.com/abc-defg-hij',
  place: '',
  recurrence: NO_RECURRENCE,
}

const sent = (form: NewSessionForm, outsideHours = false) =>
  NewSessionBody.parse(newSessionBody(NewSessionForm.parse(cleaned(form)), 'Client', zone, { outsideHours }))

test('date and time are local to the coach', () => {
  expect(sent(values)).toEqual({
    type: 'Client',
    clientId: values.coacheeId,
    startsAt: '2026-11-25T15:30:00.000Z',
    endsAt: '2026-11-25T16:30:00.000Z',
    channel: 'meet',
    meetingUrl: 'https://meet.google.com/abc-defg-hij',
  })
})

test('a group replaces a client', () => {
  const form = NewSessionForm.parse(cleaned(values))
  const body = newSessionBody(form, 'Group', zone, { outsideHours: false })
  expect(body).toMatchObject({ type: 'Group', groupId: values.coacheeId })
  expect(body).not.toHaveProperty('clientId')
})

test('a rule is sent with its skipped and moved starts; without a rule neither is', () => {
  const weekly = { ...NO_RECURRENCE, repeats: 'weekly', count: 4 } as const
  const series = { skip: [1], moved: [{ position: 2, startsAt: '2026-12-09T17:00:00.000Z' }] }
  const bodyOf = (form: NewSessionForm) =>
    newSessionBody(NewSessionForm.parse(cleaned(form)), 'Client', zone, { outsideHours: false, series })
  expect(bodyOf({ ...values, recurrence: weekly })).toMatchObject({
    recurrence: { frequency: 'weekly', interval: 1, weekdays: [], count: 4 },
    ...series,
  })
  expect(bodyOf(values)).not.toHaveProperty('skip')
})

test('only what the channel uses is sent', () => {
  expect(sent({ ...values, channel: 'place', place: 'Reforma 222' })).toMatchObject({ place: 'Reforma 222' })
  expect(sent({ ...values, channel: 'place', place: 'Reforma 222' })).not.toHaveProperty('meetingUrl')
  expect(sent({ ...values, channel: 'phone' })).not.toHaveProperty('meetingUrl')
})

test('an objective of several lines becomes one, as the API wants it', () => {
  expect(sent({ ...values, objective: 'Cerrar el trimestre\n y descansar ' }).objective).toBe(
    'Cerrar el trimestre y descansar',
  )
})

test('booking outside the hours is sent, and only then', () => {
  expect(sent(values, true).outsideHours).toBe(true)
  expect(sent(values)).not.toHaveProperty('outsideHours')
})

test.each([
  [{ coacheeId: '' }, 'coacheeId'],
  [{ date: '' }, 'date'],
  [{ time: '24:00' }, 'time'],
  [{ meetingUrl: 'http://inseguro.mx' }, 'meetingUrl'],
] as const)('%o is refused at its field', (wrong, field) => {
  const { error } = NewSessionForm.safeParse(cleaned({ ...values, ...wrong }))
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('a start chosen in the calendar fills date and time; without one both are chosen in the form', () => {
  expect(startFields('2026-11-26T02:30:00Z', zone)).toEqual({ date: '2026-11-25', time: '20:30' })
  expect(startFields(null, zone)).toEqual({ date: '', time: '' })
  expect(startFields('tomorrow', zone)).toEqual({ date: '', time: '' })
})

test('a start that has passed means a session that is recorded', () => {
  const now = fromIso('2026-11-25T15:20:00Z')
  expect(isOver('2026-11-25T15:00:00Z', now)).toBe(true)
  expect([isOver('2026-11-25T16:00:00Z', now), isOver(null, now), isOver('tomorrow', now)]).toEqual([
    false,
    false,
    false,
  ])
})

test('the lengths are the coach’s own, and the drawn one if a session may last that long', () => {
  expect(lengthChoices([60, 90], 45)).toEqual([45, 60, 90])
  expect(lengthChoices([60, 90], 10)).toEqual([60, 90])
  expect(firstLength([30, 60], Number.NaN)).toBe(60)
  expect(firstLength([30, 45], Number.NaN)).toBe(30)
  expect(firstLength([60], 120)).toBe(120)
})

// @spec P.45
test('a session can be recorded up to five years back', () => {
  const firstOn = firstRecordedOn(fromIso('2027-02-01T15:00:00Z'), zone)
  expect(firstOn <= '2022-02-01').toBe(true)
  const model = newSessionModel(firstOn)
  const cleanedForm = (date: string) => cleaned({ ...values, date })
  expect(model.safeParse(cleanedForm('2022-02-01')).success).toBe(true)
  const refused = model.safeParse(cleanedForm('2022-01-30'))
  expect(refused.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['date'], 'start_too_old'],
  ])
})
