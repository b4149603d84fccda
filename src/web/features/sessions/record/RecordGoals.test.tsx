import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SessionGoal } from '#contract/goals/check-ins.ts'
import { confirmedSession, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import RecordGoals from './RecordGoals.tsx'

const goal = (change: Partial<SessionGoal> = {}): SessionGoal => ({
  id: '01890000-0000-7000-8000-000000000011' as SessionGoal['id'],
  title: 'Bajar a 80 kilos',
  measure: 'number',
  unit: 'kg',
  value: 85,
  progress: 50,
  before: 20,
  checkIns: [{ id: 'c1' as never, value: 85, milestones: [], comment: 'Camina a diario' }],
  ...change,
})

function open(goals: SessionGoal[], session: Parameters<typeof confirmedSession>[0] = {}) {
  return show(<RecordGoals session={confirmedSession({ goals, ...session })} />)
}
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

beforeEach(signInCoach)

// @spec P.140
test('a goal says how far it came in that session, its value then, and what was noted', () => {
  open([goal()])
  expect(screen.getByRole('heading', { name: 'Metas' })).toBeTruthy()
  expect(screen.getByText('Como iban en esa sesión')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Avance: 50%' })).toBeTruthy()
  expect(screen.getByText('De 20% a 50% · 85 kg')).toBeTruthy()
  expect(screen.getByText('Camina a diario')).toBeTruthy()
})

test('milestones have their words of then; a value that the ring says already is not repeated', () => {
  const milestones = [
    { id: 'm1' as never, text: 'Pedir la junta', done: true },
    { id: 'm2' as never, text: 'Tener la junta', done: false },
  ]
  const noted = { id: 'c1' as never, value: null, comment: null, milestones }
  open([
    goal({ measure: 'milestones', value: null, before: 50, checkIns: [noted] }),
    goal({
      id: 'g2' as never,
      title: 'Delegar',
      measure: 'percent',
      unit: null,
      value: 50,
      before: 50,
      checkIns: [{ ...noted, milestones: [], value: 50 }],
    }),
  ])
  const [first, second] = screen.getAllByRole('listitem')
  expect(within(first!).getByText('Hito logrado: Pedir la junta')).toBeTruthy()
  expect(within(first!).getByText('Otra vez pendiente: Tener la junta')).toBeTruthy()
  expect(within(second!).queryByText(/50%.*50/)).toBeNull()
})

test('one that only an action leads to says so', () => {
  open([goal({ before: null, checkIns: [] })])
  expect(screen.getByText('85 kg · Aquí se acordaron acciones para ella.')).toBeTruthy()
})

test('each opens the goal of today: where its person or group has them, for a client in their own list', () => {
  open([goal()])
  const of = (type: string, itemId: string) => `/goals/${itemId}/${type}?open=${goal().id}`
  expect(links()).toEqual([of('Client', confirmedSession().clientId!)])
})

test('and of a group, and for a client', () => {
  const { unmount } = open([goal()], { type: 'Group', clientId: null, groupId: 'g1' as never })
  expect(links()).toEqual([`/goals/g1/Group?open=${goal().id}`])
  unmount()
  signInClient()
  open([goal()])
  expect(links()).toEqual([`/goals?open=${goal().id}`])
})
