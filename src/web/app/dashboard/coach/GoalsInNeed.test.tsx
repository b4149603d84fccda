import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { GoalInNeed } from '#contract/dashboard.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import GoalsInNeed from './GoalsInNeed.tsx'

beforeEach(signInCoach)

const CLIENT = '01890000-0000-7000-8000-000000000002'
const GROUP = '01890000-0000-7000-8000-000000000012'
const GOAL = '01890000-0000-7000-8000-000000000011'
const goal = (change: Partial<GoalInNeed> = {}) =>
  ({
    id: GOAL,
    title: 'Correr cada semana',
    progress: 40,
    health: { level: 'rethink', reason: 'late', days: 10, points: 0 },
    group: null,
    client: {
      id: CLIENT,
      name: 'Mariana',
      lastName: 'Torres',
      fullName: 'Mariana Torres',
      photo: null,
      email: 'mariana@correo.example',
      whatsapp: '+52 55 1234 5678',
      country: 'Mexico',
    },
    ...change,
  }) as GoalInNeed

test('a goal says how far it is and why it needs attention, and one tap opens it or writes to its person', () => {
  show(<GoalsInNeed goals={[goal()]} goalsInNeed={1} />)
  expect(screen.getByRole('heading', { name: 'Metas que requieren atención (1)' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Avance: 40%' })).toBeTruthy()
  expect(screen.getByText('Mariana Torres')).toBeTruthy()
  expect(screen.getByText('La fecha pasó hace 10 días')).toBeTruthy()
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Correr cada semana')).toBe(`/goals/${CLIENT}/Client?open=${GOAL}`)
  expect(href('Escribir a Mariana por correo')).toBe('mailto:mariana@correo.example')
  expect(href('Escribir a Mariana por WhatsApp')).toContain('525512345678')
})

test('a goal of a group names the group, and what is not shown is counted', () => {
  const group = { id: GROUP, name: 'Líderes' } as GoalInNeed['group']
  show(<GoalsInNeed goals={[goal({ client: null, group })]} goalsInNeed={6} />)
  expect(screen.getByText('Líderes')).toBeTruthy()
  expect(screen.getByText('y 5 más')).toBeTruthy()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/goals/${GROUP}/Group?open=${GOAL}`])
})
