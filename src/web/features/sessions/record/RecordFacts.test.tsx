import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { RecordFacts } from './RecordFacts.tsx'

const closed = (
  change: Partial<SessionDto>,
  state: 'present' | 'absent' | 'excused',
  realMinutes: number,
): SessionDto =>
  confirmedSession({
    attendance: [{ personId: 'p', name: 'Mariana', lastName: 'Torres', state, reason: '' }] as never,
    closing: { realMinutes } as never,
    ...change,
  })
const terms = () => screen.queryAllByRole('term').map((term) => term.textContent)

test('a session that was held says who came and how long it was', () => {
  show(<RecordFacts session={closed({ status: 'completed' }, 'present', 66)} />)
  expect(terms()).toEqual(['Asistencia', 'Duración real'])
  expect(screen.getByText('66 minutos')).toBeTruthy()
})

test('where nobody met its status says it all', () => {
  show(<RecordFacts session={closed({ status: 'noShowClient' }, 'absent', 0)} />)
  expect(terms()).toEqual([])
})

test('of a group that did not meet it still says who excused themselves', () => {
  show(<RecordFacts session={closed({ status: 'noShowClient', type: 'Group' }, 'excused', 0)} />)
  expect(terms()).toEqual(['Asistencia'])
  expect(screen.getByText('Avisó que no vendría')).toBeTruthy()
})
