import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { CheckInDialog } from './CheckInDialog.tsx'

const NOTE = 'POST /v1/goal/:goalId/checkin'

const goal = (doneOn: Record<string, string>) =>
  ({
    id: 'g1',
    measure: 'milestones',
    unit: null,
    value: null,
    group: { id: 'gr', name: 'Círculo' },
    startDate: '2026-01-01',
    milestones: ['Uno', 'Dos', 'Tres'].map((text) => ({ id: text, text, doneOn: doneOn[text] ?? null })),
  }) as unknown as GoalDetail

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

beforeEach(signInClient)

test('a milestone that somebody else ticks meanwhile stays ticked', async () => {
  const sent = answerCalls({ [NOTE]: { body: { checkInId: 'c1' } } })
  const onClose = () => undefined
  const { rerender } = show(<CheckInDialog goal={goal({ Tres: '2026-02-01' })} onClose={onClose} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Uno' }))
  rerender(<CheckInDialog goal={goal({ Dos: '2026-02-02', Tres: '2026-02-01' })} onClose={onClose} />)
  expect([box('Uno').checked, box('Dos').checked, box('Tres').checked]).toEqual([true, true, true])
  fireEvent.click(box('Tres'))
  fireEvent.click(screen.getByRole('button', { name: 'Guardar avance' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.body).toMatchObject({
    milestones: [
      { id: 'Uno', done: true },
      { id: 'Tres', done: false },
    ],
  })
})
