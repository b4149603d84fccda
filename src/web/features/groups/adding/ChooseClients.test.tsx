import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { ChooseClients } from './ChooseClients.tsx'

const client = (id: string, fullName: string) => ({
  id,
  fullName,
  lastName: '',
  email: `${id}@example.org`,
  photo: null,
  status: 'active',
  group: null,
})

test('without a seat left, who is not chosen says so and cannot be', async () => {
  signInCoach()
  const data = [client('ana', 'Ana'), client('beto', 'Beto')]
  answerCalls({ 'GET /v1/client/all/coach/:coachId': { body: { data, total: 2, page: 1, items: 50 } } })
  const chosen = new Map([['ana', { ...data[0], reason: null, waits: false }]]) as never
  show(
    <ChooseClients group={{ id: 'g' } as never} chosen={chosen} hasRoom={false} onToggle={() => undefined} />,
  )
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect(await screen.findByText('Sin lugares libres')).toBeTruthy()
  expect([box('Ana').disabled, box('Beto').disabled]).toEqual([false, true])
})
