import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { Library } from './Library.tsx'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

// Its search element is unknown to the document of these tests; the journey of resources uses it.
vi.mock('#web/widgets/page/Filters.tsx', () => ({ Filters: () => null }))
resetModulesAfterwards()

const library = (total: number, usedBytes = 0) => ({
  'GET /v1/resource/coach/:coachId': {
    body: {
      data: [],
      total,
      page: 2,
      items: 12,
      space: { usedBytes, quotaBytes: 100, maxFileBytes: 1 },
    },
  },
  'GET /v1/resource/coach/:coachId/labels': { body: { categories: [], tags: [] } },
})

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

test('a page without resources leads to those there are, and only an empty library says that it is empty', async () => {
  answerCalls(library(13))
  const { unmount } = show(<Library title="Recursos" />)
  expect(await screen.findByRole('button', { name: 'Página 1' })).toBeTruthy()
  expect(screen.queryByText(/Tu biblioteca/)).toBeNull()
  unmount()
  queryClient.clear()
  answerCalls(library(0))
  show(<Library title="Recursos" />)
  expect(await screen.findByText(/Tu biblioteca/)).toBeTruthy()
})

test.each([
  [90, /en uso$/],
  [91, /queda poco espacio/],
  [100, /ya no queda espacio/],
])('%i of 100 bytes in use are said so, beside the meter and in its name', async (usedBytes, words) => {
  answerCalls(library(13, usedBytes))
  show(<Library title="Recursos" />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('meter', { name: words })).toBeTruthy()
})
