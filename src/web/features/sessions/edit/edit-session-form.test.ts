import { expect, test } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { cleaned } from '#web/widgets/forms/form-model.ts'
import { EditSessionForm, changedDetails, editFormOf, movedTo } from './edit-session-form.ts'

const zone = 'America/Mexico_City'
const session = {
  title: 'Sesión 3 con Mariana',
  objective: 'Preparar la junta',
  startsAt: '2027-03-09T16:00:00.000Z',
  endsAt: '2027-03-09T17:00:00.000Z',
  channel: 'meet',
  meetingUrl: 'https://meet.example.org/mariana',
  place: null,
} as SessionDto
const form = editFormOf(session, {}, zone)
const details = (change: Partial<EditSessionForm>) =>
  changedDetails(EditSessionForm.parse(cleaned({ ...form, ...change })), session)

test("it opens with the session's values, without changes", () => {
  expect(form).toMatchObject({ date: '2027-03-09', time: '10:00', durationMin: 60, channel: 'meet' })
  expect(movedTo(form, session, zone)).toBeUndefined()
  expect(details({})).toBeUndefined()
})

test('another start or length is a move', () => {
  expect(movedTo({ ...form, time: '11:30' }, session, zone)).toEqual({
    start: fromIso('2027-03-09T17:30:00Z'),
    end: fromIso('2027-03-09T18:30:00Z'),
  })
  expect(movedTo({ ...form, durationMin: 90 }, session, zone)?.end).toBe(fromIso('2027-03-09T17:30:00Z'))
})

test('only changes are sent, and emptied values are removed', () => {
  expect(details({ title: 'Cierre de trimestre' })).toEqual({ title: 'Cierre de trimestre' })
  expect(details({ objective: ' ' })).toEqual({ objective: null })
  expect(details({ channel: 'place', place: 'Reforma 222' })).toEqual({
    channel: 'place',
    meetingUrl: null,
    place: 'Reforma 222',
  })
})

test('a session keeps a title', () => {
  const { error } = EditSessionForm.safeParse(cleaned({ ...form, title: '' }))
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['title'])
})
