import { expect, test } from 'vitest'
import { correctSession } from '#contract/sessions/session-records.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { correctionBody, correctionForm, correctionOf, restoredCorrection } from './correction-form.ts'

const clientId = '5f0f0f5e-7a51-4b3e-9a55-0a4a3c1f9d10'
const closed = (outcome: string, state: string) =>
  ({
    type: 'Client',
    clientId,
    attendance: [{ personId: clientId, state }],
    closing: { outcome, realMinutes: 50, summary: 'Resumen', privateNotes: 'Nota' },
  }) as SessionDto

test('it opens with what the record says, and sends the same when nothing is changed', () => {
  const answers = [
    ['completed', 'present', 'present'],
    ['completed', 'late', 'late'],
    ['noShowClient', 'absent', 'absent'],
    ['noShowCoach', 'present', 'coachAbsent'],
  ] as const
  for (const [outcome, state, answer] of answers) {
    const session = closed(outcome, state)
    const values = correctionOf(session)
    expect(values).toMatchObject({ attendance: answer, realMinutes: 50, summary: 'Resumen', reason: '' })
    const form = correctionForm(false).parse({ ...values, reason: undefined })
    expect(correctSession.body.parse(correctionBody(form, session))).toEqual({
      outcome,
      attendance: [{ personId: clientId, state }],
      realMinutes: 50,
      summary: 'Resumen',
      privateNotes: 'Nota',
    })
  }
})

test('the record of a group that nobody came to opens with that', () => {
  const nobody = { ...closed('noShowClient', 'absent'), type: 'Group', clientId: null } as const
  expect(correctionOf(nobody)).toMatchObject({
    attendance: 'absent',
    people: [{ personId: clientId, state: 'absent' }],
  })
  const some = { ...closed('completed', 'late'), type: 'Group', clientId: null } as const
  expect(correctionOf(some).attendance).toBe('present')
})

test('a reason is asked for only where it is needed, and goes along where it is given', () => {
  const values = { ...correctionOf(closed('completed', 'present')), reason: undefined }
  expect(correctionForm(false).safeParse(values).success).toBe(true)
  expect(correctionForm(true).safeParse(values).success).toBe(false)
  expect(correctionForm(true).safeParse({ ...values, reason: 'ab' }).success).toBe(false)
  const form = correctionForm(true).parse({ ...values, reason: 'Faltaba una parte' })
  expect(correctionBody(form, closed('completed', 'present'))).toMatchObject({ reason: 'Faltaba una parte' })
})

test('a draft of a correction comes back whole, for the people of the record', () => {
  const session = closed('completed', 'present')
  const written = { ...correctionOf(session), summary: 'Otro resumen', realMinutes: '' }
  expect(restoredCorrection(JSON.parse(JSON.stringify(written)), session)).toEqual(written)
  const group = { ...session, type: 'Group', clientId: null } as const
  const late = [
    { personId: clientId, state: 'late' },
    { personId: 'somebody-else', state: 'late' },
  ]
  expect(restoredCorrection({ ...written, people: late }, group)?.people).toEqual([late[0]])
  for (const other of [undefined, null, 'x', {}, { summary: 1 }]) {
    expect(restoredCorrection(other, session)).toBeUndefined()
  }
})
