import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { GoalsPanel } from './GoalsPanel.tsx'

const LIST = 'GET /v1/goal/Group/:groupId'

const closed = Array.from({ length: 51 }, (_, at) => ({
  id: `g${at}`,
  title: `Meta ${at}`,
  measure: 'percent',
  status: 'achieved',
  area: null,
  group: null,
  baseline: 0,
  target: 100,
  progress: 100,
  milestones: [],
  openActions: 0,
  targetDate: null,
  nextMilestone: null,
  health: null,
}))
const page = (data: readonly unknown[], total: number, number: number) => ({
  body: { data, total, page: number, items: 50, active: 0, crowded: false, canAdd: true },
})

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

test('closed goals beyond the first page are loaded by the button of all lists', async () => {
  answerCalls({ [LIST]: page(closed.slice(0, 50), 51, 1) })
  show(<GoalsPanel of={{ type: 'Group', itemId: 'gr' }} />)
  fireEvent.click(await screen.findByRole('button', { name: /51/, expanded: false }))
  const past = within(screen.getByRole('region', { name: 'Cerradas' }))
  expect(past.queryByText('Meta 50')).toBeNull()
  answerCalls({ [LIST]: page(closed.slice(50), 51, 2) })
  fireEvent.click(past.getByRole('button', { name: 'Cargar más' }))
  await waitFor(() => expect(past.getByText('Meta 50')).toBeTruthy())
})
