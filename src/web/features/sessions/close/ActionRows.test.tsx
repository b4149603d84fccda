import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show, shown } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { ActionRows } from './ActionRows.tsx'
import { type ClosingValues, noAction } from './closing-form.ts'

const goal = (id: string, change: object = {}) => ({
  id,
  title: `Meta ${id}`,
  status: 'active',
  group: null,
  ...change,
})
const label = 'Meta de la acción 1'

let form: UseFormReturn<ClosingValues>
type RowsProps = { type: 'Client' | 'Group'; goalId: string | null }
function Rows({ type, goalId }: RowsProps) {
  const actions = [{ ...noAction(), goalId }]
  const now = useForm<ClosingValues>({ defaultValues: { actions } as unknown as ClosingValues })
  useEffect(() => {
    form = now
  })
  return (
    <FormProvider {...now}>
      <ActionRows session={confirmedSession({ type, attendance: [] })} />
    </FormProvider>
  )
}

async function open(goals: object[], { type = 'Client', goalId = null }: Partial<RowsProps> = {}) {
  const sent = answerCalls({ 'GET /v1/session/:sessionId/brief': { body: { goals } } })
  show(<Rows type={type} goalId={goalId} />)
  await waitFor(() => expect(sent).toHaveLength(1))
  await shown()
}
const choices = async () => {
  fireEvent.click(await screen.findByRole('combobox', { name: label }))
  return (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent)
}

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

// @spec P.135
test('a new action may name one of the active goals', async () => {
  await open([goal('1'), goal('2', { status: 'paused' })])
  expect(await choices()).toEqual(['Meta 1'])
  fireEvent.click(screen.getByRole('option', { name: 'Meta 1', hidden: true }))
  expect(form.getValues('actions.0.goalId')).toBe('1')
})

test('what a group agrees leads to goals of the group', async () => {
  await open([goal('1'), goal('2', { group: { id: 'gr', name: 'Círculo' } })], { type: 'Group' })
  expect(await choices()).toEqual(['Meta 2'])
})

test('without goals nothing is asked, and one that is gone is taken off an action', async () => {
  await open([], { goalId: '1' })
  await waitFor(() => expect(form.getValues('actions.0.goalId')).toBeNull())
  expect(screen.queryByRole('combobox', { name: label })).toBeNull()
})
