import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { TOLD_BY_EVENT, shownIn } from '#web/api/invalidation.ts'
import { queryCache } from '#web/api/query-cache.ts'
import { queryClient } from '#web/api/query-client.ts'
import { WhoHasIt } from './WhoHasIt.tsx'

const LIST = 'GET /v1/resource/:resourceId/assign'

const resource = (fields: Partial<ResourceDetail> = {}) =>
  ({ id: 'r1', status: 'published', usedBy: 0, viewedBy: 0, completedBy: 0, ...fields }) as ResourceDetail

const given = (name: string, state = 'assigned') => ({
  id: name,
  clientId: name,
  groupName: null,
  sessionStartsAt: null,
  message: null,
  dueOn: null,
  people: [{ clientId: name, name, lastName: 'Luz', photo: null, state }],
})
const page = (data: unknown[], { page: number = 1, total = 40 } = {}) => ({
  body: { data, page: number, items: 20, total },
})

beforeEach(() => {
  signInCoach()
  queryClient.clear()
})

// @spec P.109
test('it shows a page and loads the next by its button, while the counts are those of all', async () => {
  const answers = { [LIST]: page([given('Ana', 'viewed')]) }
  const sent = answerCalls(answers)
  show(<WhoHasIt resource={resource({ usedBy: 40, viewedBy: 3, completedBy: 1 })} />)
  expect(await screen.findByText('Ana Luz')).toBeTruthy()
  expect(screen.getByText('40 personas · 3 lo vieron · 1 lo completó')).toBeTruthy()
  Object.assign(answers[LIST], page([given('Beto')], { page: 2 }))
  fireEvent.click(screen.getByRole('button', { name: 'Cargar más' }))
  expect(await screen.findByText('Beto Luz')).toBeTruthy()
  expect(screen.getByText('Ana Luz')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull()
  expect(sent).toHaveLength(2)
})

// @spec P.109
test('a live change refreshes every page that is shown', async () => {
  const answers = { [LIST]: page([given('Ana')], { total: 1 }) }
  answerCalls(answers)
  show(<WhoHasIt resource={resource({ usedBy: 1 })} />)
  expect(await screen.findByText('Sin abrir')).toBeTruthy()
  Object.assign(answers[LIST], page([given('Ana', 'completed')], { total: 1 }))
  act(() => shownIn(TOLD_BY_EVENT.ASSIGNMENT_RESOURCE).forEach((subject) => queryCache.refresh(subject)))
  await waitFor(() => expect(screen.getByText('Completado')).toBeTruthy())
})

test('nobody has it yet; a draft is published first; what failed is tried again', async () => {
  answerCalls({ [LIST]: page([], { total: 0 }) })
  const { rerender } = show(<WhoHasIt resource={resource()} />)
  expect(await screen.findByText('Todavía no lo tiene nadie.')).toBeTruthy()
  rerender(<WhoHasIt resource={resource({ status: 'draft' })} />)
  expect(await screen.findByText('Publícalo para poder asignarlo.')).toBeTruthy()
  answerCalls({ [LIST]: refusal('auth.forbidden', 403) })
  rerender(<WhoHasIt resource={resource({ id: 'r2' as ResourceDetail['id'] })} />)
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  answerCalls({ [LIST]: page([given('Ana')], { total: 1 }) })
  fireEvent.click(again)
  expect(await screen.findByText('Ana Luz')).toBeTruthy()
})
