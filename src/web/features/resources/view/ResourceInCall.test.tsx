import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { ResourceInCall } from './ResourceInCall.tsx'

const link = {
  id: 'r1',
  type: 'link',
  title: 'Respirar',
  body: null,
  url: 'https://example.org/respirar',
  file: null,
  given: { state: 'assigned' },
}

beforeEach(() => {
  queryClient.clear()
  signInClient()
})

// @spec P.301
test('a client sees it, and that is noted once', async () => {
  let state = 'assigned'
  const seen = () => ({ body: { ...link, given: { state } } })
  const sent = answerCalls({
    'GET /v1/resource/:resourceId': seen,
    'POST /v1/resource/:resourceId/view': () => {
      state = 'viewed'
      return seen()
    },
  })
  show(<ResourceInCall resourceId="r1" />)
  expect(await screen.findByText('example.org')).toBeTruthy()
  const noted = () => sent.filter(({ route }) => route.startsWith('POST'))
  await waitFor(() => expect(noted()).toHaveLength(1))
  await act(() => queryClient.invalidateQueries())
  expect(noted()).toHaveLength(1)
})

test('what was taken back meanwhile is said to be gone', async () => {
  answerCalls({ 'GET /v1/resource/:resourceId': { body: { ...link, given: { state: 'viewed' } } } })
  show(<ResourceInCall resourceId="r1" />)
  expect(await screen.findByText('example.org')).toBeTruthy()
  answerCalls({ 'GET /v1/resource/:resourceId': refusal('resource.not_found', 404) })
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('Este recurso ya no está disponible.')).toBeTruthy()
})
