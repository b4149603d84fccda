import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { fromIso } from '#time/clock.ts'
import { QuickAdd } from './QuickAdd.tsx'

const clock = vi.hoisted(() => ({ now: '' }))
vi.mock('#web/widgets/use-now.ts', () => ({ useNow: () => fromIso(clock.now) }))

beforeEach(signInCoach)

test('in a tab that stayed open over night, a memorandum is for the new day', async () => {
  clock.now = '2027-02-02T15:00:00.000Z'
  const sent = answerCalls({ 'POST /v1/memorandum': { body: {} } })
  const { rerender } = show(<QuickAdd />)
  const words = await screen.findByRole('textbox', { name: 'Escribe un memorándum' })
  clock.now = '2027-02-03T15:00:00.000Z'
  rerender(<QuickAdd />)
  fireEvent.change(words, {
    target: { value: 'Llamar' },
  })
  fireEvent.submit(words)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.body).toMatchObject({ date: '2027-02-03' })
})
