import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { RecordActions } from './RecordActions.tsx'

function open(change: Partial<SessionDto>) {
  const closing = { summary: ' ' } as never
  const session = confirmedSession({ status: 'completed', closing, actions: [], goals: [], ...change })
  show(<RecordActions session={session} onCorrect={() => undefined} />)
  return screen.queryByRole('button', { name: 'Enviar resumen' })
}

beforeEach(signInCoach)

test.each([
  ['a summary', { closing: { summary: 'Lo acordado' } }],
  ['actions', { actions: [{ id: 'a1' }] }],
  ['goals', { goals: [{ id: 'g1' }] }],
])('a record with nothing but %s can be mailed', (_, change) => {
  expect(open(change as never)).not.toBeNull()
})

test.each([
  ['has nothing to read', {}],
  ['is of a session that was not held', { status: 'noShowClient', goals: [{ id: 'g1' }] }],
])('a record that %s cannot', (_, change) => {
  expect(open(change as never)).toBeNull()
})
