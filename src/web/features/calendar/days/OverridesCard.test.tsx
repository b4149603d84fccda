import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useAlertAction } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { OverridesCard } from './OverridesCard.tsx'

const SAVE = 'PUT /v1/coach/availability/days/:coachId'
const overrides = [
  { date: '2027-02-08', windows: [] },
  { date: '2027-02-20', windows: [] },
] as never

const remove = (at: number) => fireEvent.click(screen.getAllByRole('button', { name: /^Quitar/ })[at]!)
const alert = () => useStore.getState().alert

beforeEach(signInCoach)

test('days removed one after the other: the refusal of the first is shown', async () => {
  const refused = Promise.withResolvers<ReturnType<typeof refusal>>()
  const sent = answerCalls({ [SAVE]: refused.promise })
  show(<OverridesCard overrides={overrides} />)
  remove(0)
  await waitFor(() => expect(sent).toHaveLength(1))
  answerCalls({ [SAVE]: new Promise(() => {}) })
  remove(1)
  await act(async () => refused.resolve(refusal('server.unavailable', 503)))
  await waitFor(() => expect(alert()).toMatchObject({ msg: 'Refused: server.unavailable', type: 'error' }))
})

test('an undo that fails after the screen was left is shown', async () => {
  answerCalls({ [SAVE]: { body: {} } })
  const { unmount } = show(<OverridesCard overrides={overrides} />)
  remove(0)
  await waitFor(() => expect(useAlertAction.getState().action).not.toBeNull())
  unmount()
  answerCalls({ [SAVE]: refusal('server.unavailable', 503) })
  act(() => useAlertAction.getState().action!.run())
  await waitFor(() => expect(alert()).toMatchObject({ msg: 'Refused: server.unavailable', type: 'error' }))
})
