import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ClientDetail } from '#contract/clients.ts'
import { fromIso, toIso } from '#time/clock.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { ClientSummary } from './ClientSummary.tsx'

const AT = toIso(fromIso('2027-02-04T15:00:00.000Z'))
const SESSIONS = 'GET /v1/session/Client/:clientId'
const bare = {
  id: '01890000-0000-7000-8000-000000000002',
  name: 'Mariana',
  moves: [],
  lastSessionAt: null,
  nextSessionAt: null,
  openActions: 0,
  rhythm: null,
  objective: null,
  aboutMe: null,
  expectations: null,
  allowedActions: ['book'],
} as unknown as ClientDetail

const parts = {
  nextSession: 'next',
  lastAgreements: 'agreed',
  openActions: 'actions',
  memorandums: 'memorandums',
}
const summary = (change: Partial<ClientDetail> = {}) => (
  <ClientSummary client={{ ...bare, ...change }} timezone="America/Mexico_City" parts={parts} />
)
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)
const first = () => screen.findByText('Aún no tienes sesiones con Mariana')

beforeEach(() => {
  signInCoach()
  answerCalls({ [SESSIONS]: { body: { data: [], total: 0 } } })
})

test('before anything happened one card says so, and leads to the first session', async () => {
  show(summary())
  await first()
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([])
  expect(screen.getByRole('link', { name: 'Agendar la primera sesión' })).toHaveProperty(
    'href',
    expect.stringMatching(/session\/new.*01890000-0000-7000-8000-000000000002/),
  )
})

test('what is known already is beside it, under a title that speaks of no session', async () => {
  const accepted = [{ kind: 'accepted', at: AT, text: null }] as const
  show(summary({ objective: 'Delegar más', moves: [...accepted] }))
  await first()
  expect(titles()).toEqual(['Lo más reciente', 'Objetivo'])
})

test('nobody is asked to book where no session can be booked', async () => {
  show(summary({ allowedActions: [] }))
  await screen.findByText('No hay sesiones con Mariana')
  expect(screen.queryByRole('link')).toBeNull()
})

const whole = ['Desde la última sesión', 'Acciones abiertas', 'Próxima sesión', 'Objetivo']

test.each([
  ['a session that waits to be closed', { body: { data: [], total: 1 } }],
  ['an answer that does not come', refusal('client.not_found', 404)],
])('the whole summary stays with %s', async (_, answer) => {
  answerCalls({ [SESSIONS]: answer })
  show(summary())
  await screen.findByText('next')
  expect(titles()).toEqual(whole)
})

test.each([
  ['an open action', { openActions: 1 }, whole],
  ['a session to come', { nextSessionAt: AT }, whole],
  ['a last session', { lastSessionAt: AT }, whole.toSpliced(2, 0, 'Último resumen')],
])('it is whole with %s', (_, change, expected) => {
  show(summary(change))
  expect(titles()).toEqual(expected)
})
