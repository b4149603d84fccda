import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { Milestones } from './Milestones.tsx'

const NOTE = 'POST /v1/goal/:goalId/checkin'
const goal = {
  id: 'g2',
  milestones: ['Uno', 'Dos'].map((text) => ({ id: text, text, date: null, doneOn: null })),
  allowedActions: ['checkIn'],
} as unknown as GoalDetail

type Noted = { clientKey: string; milestones: { id: string }[] }

/** Ticks a milestone and waits until that was answered, or lost. */
async function tick(name: string, sent: readonly { body: unknown }[]): Promise<string> {
  const before = sent.length
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name })
  fireEvent.click(box)
  await waitFor(() => expect(sent).toHaveLength(before + 1))
  await waitFor(() => expect(box.disabled).toBe(false))
  const { clientKey, milestones } = sent[before]!.body as Noted
  expect(milestones).toEqual([{ id: name, done: true }])
  return clientKey
}

beforeEach(signInClient)

// @spec P.142
test('a tick whose answer was lost is sent again with its key, after another one and in an opened dialog', async () => {
  const lost = answerCalls({ [NOTE]: refusal('server.error', 500) })
  const { unmount } = show(<Milestones goal={goal} />)
  const first = await tick('Uno', lost)
  const other = await tick('Dos', lost)
  expect(other).not.toBe(first)
  expect(await tick('Uno', lost)).toBe(first)
  unmount()
  const answered = answerCalls({ [NOTE]: { body: { checkInId: 'c1' } } })
  show(<Milestones goal={goal} />)
  expect(await tick('Uno', answered)).toBe(first)
  await act(async () => undefined)
  expect(await tick('Uno', answered)).not.toBe(first)
})
