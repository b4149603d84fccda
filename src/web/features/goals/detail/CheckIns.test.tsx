import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CheckInDto } from '#contract/goals/check-ins.ts'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show, showHook } from '#test/support/web/show.tsx'
import { useAlertAction } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import { useCheckIn, useTakeBackCheckIn } from '#web/widgets/queries/goal.queries.ts'
import { CheckIns } from './CheckIns.tsx'

const NOTE = 'POST /v1/goal/:goalId/checkin'
const TAKE_BACK = 'DELETE /v1/goal/:goalId/checkin/:checkInId'
const RESTORE = 'POST /v1/goal/:goalId/checkin/:checkInId/restore'

const noted = (change: Partial<CheckInDto> = {}): CheckInDto => ({
  id: 'c1' as never,
  date: '2027-02-02' as never,
  value: 85,
  milestones: [],
  comment: null,
  by: 'client',
  name: 'Mariana',
  sessionId: null,
  canTakeBack: true,
  ...change,
})
const goal = (...checkIns: CheckInDto[]) =>
  ({ id: 'g1', measure: 'number', unit: 'kg', group: null, checkIns }) as unknown as GoalDetail
const button = () => screen.queryByRole('button', { name: /^Quitar el avance del 2 feb/ })
const alert = () => useStore.getState().alert.msg

beforeEach(signInClient)

// @spec P.141
test('what was noted is taken back with one tap, and comes back by the toast', async () => {
  const sent = answerCalls({ [TAKE_BACK]: { body: {} }, [RESTORE]: { body: {} } })
  show(<CheckIns goal={goal(noted())} />)
  fireEvent.click(button()!)
  await waitFor(() => expect(alert()).toBe('Avance quitado.'))
  expect(useAlertAction.getState().action?.label).toBe('Deshacer')
  useAlertAction.getState().action?.run()
  await waitFor(() => expect(alert()).toBe('El avance está de vuelta.'))
  expect(sent.map(({ route }) => route)).toEqual([TAKE_BACK, RESTORE])
})

test('a refusal is told, and nothing is offered where it is not theirs', async () => {
  answerCalls({ [TAKE_BACK]: refusal('goal.check_in_kept') })
  const { rerender } = show(<CheckIns goal={goal(noted())} />)
  fireEvent.click(button()!)
  await waitFor(() => expect(alert()).toBe('Refused: goal.check_in_kept'))
  rerender(<CheckIns goal={goal(noted({ canTakeBack: false }))} />)
  expect(button()).toBeNull()
})

test('milestones that were ticked are in the list by their words', () => {
  const milestones = [{ id: 'm1' as never, text: 'Pedir la junta', done: true }]
  show(<CheckIns goal={{ ...goal(noted({ value: null, milestones })), measure: 'milestones' }} />)
  expect(screen.getByText('Hito logrado: Pedir la junta')).toBeTruthy()
})

test('what was noted has its author by name, and of what counts up where it leads', () => {
  const byCoach = noted({ value: 1, by: 'coach', name: null })
  const counted = { ...goal(byCoach), unit: 'decisiones', baseline: 0, target: 3 }
  const { rerender } = show(<CheckIns goal={counted} />)
  expect(screen.getByText('1 de 3 decisiones')).toBeTruthy()
  expect(screen.getByText('Ana')).toBeTruthy()
  rerender(<CheckIns goal={{ ...goal(noted()), baseline: 90, target: 80 }} />)
  expect(screen.getByText('85 kg')).toBeTruthy()
})

// @spec P.142
test('a try without an answer is sent again with its key; other content, and the next time, have their own', async () => {
  const keys = (sent: readonly { body: unknown }[]) =>
    sent.map(({ body }) => (body as { clientKey: string }).clientKey)
  const { result } = showHook(() => useCheckIn('g1'), undefined)
  const lost = answerCalls({ [NOTE]: refusal('server.error', 500) })
  for (const value of [5, 5, 6, 6]) {
    await expect(result.current.mutateAsync({ value })).rejects.toMatchObject({ code: 'server.error' })
  }
  const [first, again, other, otherAgain] = keys(lost)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(otherAgain).toBe(other)
  const answered = answerCalls({ [NOTE]: { body: { checkInId: 'c1' } } })
  for (const value of [6, 6]) await result.current.mutateAsync({ value })
  const [stored, next] = keys(answered)
  expect(stored).toBe(other)
  expect(next).not.toBe(other)
})

test('what was taken back after its answer was lost can be noted again', async () => {
  const { result } = showHook(
    () => ({ note: useCheckIn('g1'), takeBack: useTakeBackCheckIn('g1') }),
    undefined,
  )
  const keyOf = (each: { body: unknown } | undefined) => (each!.body as { clientKey: string }).clientKey
  const lost = answerCalls({ [NOTE]: refusal('server.error', 500) })
  await expect(result.current.note.mutateAsync({ value: 5 })).rejects.toMatchObject({ code: 'server.error' })
  const answered = answerCalls({ [TAKE_BACK]: { body: {} }, [NOTE]: { body: { checkInId: 'c2' } } })
  await result.current.takeBack.mutateAsync('c1' as never)
  await result.current.note.mutateAsync({ value: 5 })
  expect(keyOf(answered.at(-1))).not.toBe(keyOf(lost[0]))
})
