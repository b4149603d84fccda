import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ActionDto } from '#contract/actions/actions.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { useViewer } from '#web/store/viewer.ts'
import { ActionsPanel } from './ActionsPanel.tsx'

const CLIENT = '01890000-0000-7000-8000-000000000002'
const action = {
  id: '01890000-0000-7000-8000-000000000004',
  clientId: CLIENT,
  text: 'Pedir la junta',
  dueOn: null,
  status: 'pending',
  overdue: false,
  allowedStatuses: ['done'],
  allowedActions: ['edit'],
} as unknown as ActionDto

function Tab() {
  return <ActionsPanel clientId={CLIENT} viewer={useViewer()} name="Mariana" inTab />
}

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

test.each([
  ['above a list', [action], true, 1],
  ['of an empty list is not there twice', [], true, 1],
  ['is not offered where none may be added', [action], false, 0],
])('in a tab the button of a new action %s', async (_where, data, canAdd, buttons) => {
  const page = { data, total: data.length, page: 1, items: 50, canAdd }
  answerCalls({ 'GET /v1/action/Client/:clientId': { body: page } })
  show(<Tab />)
  await screen.findByText(data.length > 0 ? 'Pedir la junta' : /^Mariana/)
  expect(screen.queryAllByRole('button', { name: 'Nueva acción' })).toHaveLength(buttons)
})
