import { expect, test } from 'vitest'
import { emptyMemorandum, memorandumBody, memorandumSchema } from './memorandum-form.ts'

const ID = '01890000-0000-7000-8000-000000000002'
const due = { date: '2027-02-03', time: '08:00' }
const nothing = { clientId: null, groupId: null, sessionId: null }

const bodyOf = (change: object) => {
  const form = { ...emptyMemorandum(nothing, due), description: 'Llamar a Luz', ...change }
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))
  return memorandumBody(memorandumSchema.parse(given))
}

test('is about the one choice that is in sight, or nothing', () => {
  expect(emptyMemorandum({ ...nothing, groupId: ID }, due)).toMatchObject({ about: 'group', groupId: ID })
  expect(bodyOf({ about: 'client', clientId: ID, groupId: ID })).toMatchObject({
    clientId: ID,
    groupId: null,
  })
  expect(bodyOf({ about: 'nothing', clientId: ID })).toMatchObject(nothing)
  expect(bodyOf({ about: 'session', sessionId: ID })).toMatchObject({ ...nothing, sessionId: ID })
})

test('needs the person or group whose kind was chosen', () => {
  expect(() => bodyOf({ about: 'client' })).toThrow('required')
  expect(() => bodyOf({ about: 'group' })).toThrow('required')
  expect(() => bodyOf({ description: 'a' })).toThrow('too_small')
})
