import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { GivenPanel } from './GivenPanel.tsx'

const ID = '01890000-0000-7000-8000-000000000002'
const given = (counts: Record<'assigned' | 'viewed' | 'completed', number>) =>
  answerCalls({
    'GET /v1/resource/Client/:clientId': { body: { data: [], total: 0, counts } },
  })

beforeEach(signInCoach)

test('a coach has nothing to review: what was not opened is said as such, and more can be given', async () => {
  given({ assigned: 0, viewed: 2, completed: 0 })
  show(<GivenPanel clientId={ID} name="Mariana" inTab />)
  expect(await screen.findByRole('radio', { name: 'Sin abrir 0' })).toBeTruthy()
  expect(await screen.findByText('No queda nada sin abrir.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Asignar recurso' })).toBeTruthy()
})

test('where nothing was given, one way to the library is enough', async () => {
  given({ assigned: 0, viewed: 0, completed: 0 })
  show(<GivenPanel clientId={ID} name="Mariana" inTab />)
  await screen.findByRole('radio', { name: 'Sin abrir 0' })
  expect(await screen.findAllByRole('link')).toHaveLength(1)
})

test('a client reviews, and has no library', async () => {
  given({ assigned: 0, viewed: 1, completed: 0 })
  show(<GivenPanel clientId={ID} />)
  expect(await screen.findByRole('radio', { name: 'Por revisar 0' })).toBeTruthy()
  expect(await screen.findByText('No hay nada por revisar.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
