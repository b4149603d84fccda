import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { GoalDto } from '#contract/goals/goals.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import OwnGoals from './OwnGoals.tsx'

beforeEach(signInClient)

const goal = (change: Partial<GoalDto> = {}) =>
  ({
    id: '01890000-0000-7000-8000-000000000011',
    title: 'Correr cada semana',
    group: null,
    status: 'active',
    progress: 40,
    health: { level: 'attention', reason: 'still', days: 16, points: 0 },
    ...change,
  }) as GoalDto

test('a goal has its ring, and its health with the reason in words', () => {
  show(<OwnGoals goals={[goal()]} activeGoals={1} canAddAction />)
  expect(screen.getByRole('img', { name: 'Avance: 40%' })).toBeTruthy()
  expect(screen.getByText('Requiere atención')).toBeTruthy()
  expect(screen.getByText('Sin avance en 16 días')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Correr cada semana' })
  expect(link.getAttribute('href')).toBe('/goals?open=01890000-0000-7000-8000-000000000011')
})

test('a goal of a group names it, and what is not shown is counted', () => {
  const group = { id: '01890000-0000-7000-8000-000000000012', name: 'Líderes' } as GoalDto['group']
  show(<OwnGoals goals={[goal({ group })]} activeGoals={3} canAddAction />)
  expect(screen.getByText('Líderes')).toBeTruthy()
  expect(screen.getByText('y 2 más')).toBeTruthy()
})

test.each([
  [true, 'Empezar con una'],
  [false, 'Ver todas'],
])('without goals it is a line; a first one is offered to who may add one (%s)', (canAddAction, name) => {
  show(<OwnGoals goals={[]} activeGoals={0} canAddAction={canAddAction} />)
  expect(screen.getByText('Aún no tienes metas. Créalas con tu coach o empieza con una.')).toBeTruthy()
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/goals')
})
