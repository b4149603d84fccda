import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ActionDto } from '#contract/actions/actions.ts'
import { calendarDate } from '#time/calendar-date.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show, showHook } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { setAlert, unsetAlert, useAlertAction } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import { useActionToggle } from '#web/widgets/actions/use-action-toggle.ts'
import { ActionDialog } from './ActionDialog.tsx'

const PUT = 'PUT /v1/action/:actionId'
const STATUS = 'PUT /v1/action/:actionId/status'
const FILES = 'GET /v1/action/:actionId/attachment'
const GOALS = 'GET /v1/goal/Client/:clientId'
const files = { body: { files: [], canAttach: true, maxFileBytes: 1_024 } }
const goals = { body: { data: [], total: 0, page: 1, items: 50, crowded: false, active: 0, canAdd: true } }

const action = (change: Partial<ActionDto> = {}) =>
  ({
    id: '01890000-0000-7000-8000-000000000004',
    clientId: '01890000-0000-7000-8000-000000000002',
    text: 'Pedir la junta',
    detail: '',
    reason: '',
    comment: '',
    dueOn: null,
    reminds: true,
    goalId: null,
    sessionId: null,
    status: 'pending',
    overdue: false,
    sessionsOpen: 0,
    completedAt: null,
    changedBy: null,
    allowedStatuses: ['done'],
    allowedActions: ['edit', 'comment'],
    ...change,
  }) as unknown as ActionDto
const dialog = (of: ActionDto) => (
  <ActionDialog action={of} today={calendarDate('2027-02-02')} onClose={() => undefined} />
)
const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Cómo te fue/ })

beforeEach(() => {
  queryClient.clear()
  unsetAlert()
  signInClient()
})

test('that a change was refused is told, also when the dialog was closed before the answer', async () => {
  const held = Promise.withResolvers<ReturnType<typeof refusal>>()
  const sent = answerCalls({ [FILES]: files, [GOALS]: goals, [PUT]: held.promise })
  const { unmount } = show(dialog(action()))
  fireEvent.click(screen.getByRole('button', { name: 'Editar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar cambios' }))
  await waitFor(() => expect(sent.map(({ route }) => route)).toContain(PUT))
  unmount()
  await act(async () => held.resolve(refusal('action.not_found', 404)))
  await waitFor(() => expect(useStore.getState().alert.msg).toBe('Refused: action.not_found'))
})

test('a comment that is being written stays through another step and what another device stored', async () => {
  answerCalls({ [FILES]: files, [GOALS]: goals })
  const { rerender } = show(dialog(action()))
  fireEvent.change(comment(), { target: { value: 'Me costó' } })
  fireEvent.click(screen.getByRole('button', { name: 'Editar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  rerender(dialog(action({ comment: 'Otra cosa' })))
  expect(comment().value).toBe('Me costó')
  rerender(dialog(action({ comment: 'Me costó' })))
  rerender(dialog(action({ comment: 'Me costó, y salió' })))
  expect(comment().value).toBe('Me costó, y salió')
})

test('a dropped action that was reopened by a slip is dropped again with its reason', async () => {
  const dropped = action({ status: 'wontDo', reason: 'Ya no hace falta', allowedStatuses: ['pending'] })
  const sent = answerCalls({ [STATUS]: { body: action() } })
  const { result } = showHook(() => useActionToggle(setAlert), undefined)
  act(() => result.current(dropped, false))
  await waitFor(() => expect(useAlertAction.getState().action).not.toBeNull())
  act(() => useAlertAction.getState().action!.run())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.body).toEqual({ status: 'wontDo', reason: 'Ya no hace falta' })
})

test('an action of a list of several people says whose it is', async () => {
  answerCalls({ [FILES]: files, [GOALS]: goals })
  const whose = <a href="/clients/view/mariana">Mariana Torres</a>
  show(
    <ActionDialog
      action={action()}
      today={calendarDate('2027-02-02')}
      whose={whose}
      onClose={() => undefined}
    />,
  )
  expect(await screen.findByRole('link', { name: 'Mariana Torres' })).toBeTruthy()
})
