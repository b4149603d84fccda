import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { NotesPanel } from './NotesPanel.tsx'

const about = { type: 'Client', itemId: '01890000-0000-7000-8000-000000000002' } as const

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

test('without any note there is one way to the first, and nothing to search', async () => {
  const body = { data: [], total: 0, page: 1, items: 30, tags: [], canAdd: true }
  answerCalls({ 'GET /v1/note/Client/:clientId': { body } })
  show(<NotesPanel about={about} name="Mariana" />)
  await screen.findByRole('button', { name: 'Escribir la primera' })
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByRole('searchbox')).toBeNull()
})
