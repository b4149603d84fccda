import { expect, test } from 'vitest'
import type { AgendaItem } from '#contract/sessions/sessions.ts'
import { changedAgenda } from './agenda.ts'

const item = (id: string, text: string): AgendaItem => ({
  id: id as AgendaItem['id'],
  text,
  done: false,
  addedBy: 'coach',
  editable: true,
})
const agenda = [item('a', 'Repasar acuerdos'), item('b', 'Preparar la junta')]

test('a change affects its point and no other', () => {
  expect(changedAgenda(agenda, { op: 'tick', id: 'b', done: true })).toEqual([
    agenda[0],
    { ...agenda[1], done: true },
  ])
  expect(changedAgenda(agenda, { op: 'edit', id: 'a', text: 'Repasar metas' })).toEqual([
    { ...agenda[0], text: 'Repasar metas' },
    agenda[1],
  ])
  expect(changedAgenda(agenda, { op: 'remove', id: 'a' })).toEqual([agenda[1]])
})

test('a new point waits for the id the server gives it', () => {
  expect(changedAgenda(agenda, { op: 'add', text: 'Algo más' })).toEqual(agenda)
})
